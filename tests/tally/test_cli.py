"""The command line as a whole: help, languages, wrong words, and failures told in one line."""

import importlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tally.cli import command_groups
from tally.cli.examples import examples
from tally.texts import LANGUAGES, use_language

ROOT = Path(__file__).resolve().parents[2]


def tally(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tally", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


COMMANDS = [
    (folder, name, summary)
    for folder, (_title, commands) in command_groups().items()
    for name, summary in commands.items()
]


@pytest.mark.parametrize(("folder", "name", "summary"), COMMANDS, ids=[name for _, name, _ in COMMANDS])
def test_the_list_of_commands_says_what_the_command_says(folder: str, name: str, summary: str) -> None:
    module = importlib.import_module(f"tally.cli.{folder}.{name.replace('-', '_')}")
    made: click.Command = module.command
    assert made.name == name
    assert made.help
    assert made.params, f"{name} takes at least --lang"


@pytest.mark.parametrize(("folder", "name", "summary"), COMMANDS, ids=[name for _, name, _ in COMMANDS])
def test_every_help_has_an_example_that_can_be_typed(folder: str, name: str, summary: str) -> None:
    module = importlib.import_module(f"tally.cli.{folder}.{name.replace('-', '_')}")
    made: click.Command = module.command
    # the language of a help is that in which its module was loaded
    found = re.findall(r"(?:Пример|Example): (tally .+)$", made.help or "", re.MULTILINE)
    assert found, made.help
    for each in found:
        program, command, *arguments = shlex.split(each)
        assert (program, command) == ("tally", name)
        made.make_context(name, arguments)


@pytest.mark.parametrize("page", ["README.md", "README.ru.md", "docs/english-game.md"])
def test_what_a_first_page_tells_to_type_can_be_typed(page: str) -> None:
    """The blocks of commands, and what stands alone in a cell of a table."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()] + re.findall(r"\| `(tally .+?)`", text)
    typed = [part for line in lines for part in _commands(line)]
    assert len(typed) >= 10
    for words in typed:
        group = next(folder for folder, (_title, commands) in command_groups().items() if words[0] in commands)
        module = importlib.import_module(f"tally.cli.{group}.{words[0].replace('-', '_')}")
        if "--help" not in words:
            module.command.make_context(words[0], words[1:])


def _commands(line: str) -> Iterator[list[str]]:
    """The words of each command of a line, without the program's own name and language."""
    words: list[str] = []
    for word in [*shlex.split(line, comments=True), "&&"]:
        if word != "&&":
            words.append(word)
            continue
        if words[:1] == ["tally"] and len(words) > 1 and words[1] != "--help":
            yield words[3:] if words[1] == "--lang" else words[1:]
        words = []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_speaks_the_language_of_its_reader(language: str) -> None:
    use_language(language)
    for name, example in examples().items():
        assert shlex.split(example)[:2] == ["tally", name]
        assert re.search("[А-яЁё]", example) is None or language == "ru"
    assert 'tally night 3 "Сальвия"' in examples()["night"] or language == "en"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: str) -> None:
    done = tally("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_TALLY_COMPLETE={shell}_complete" in done.stdout


def test_commands_and_options_are_completed() -> None:
    asked = {"_TALLY_COMPLETE": "bash_complete", "COMP_WORDS": "tally re", "COMP_CWORD": "1"}
    assert "plain,report" in tally(**asked).stdout.splitlines()
    asked |= {"COMP_WORDS": "tally report --", "COMP_CWORD": "2"}
    assert "plain,--host" in tally(**asked).stdout.splitlines()


def test_help_is_russian_unless_english_is_asked_for() -> None:
    assert re.search("Считает голоса.*In English: tally --lang en", tally("--help").stdout, re.DOTALL)
    assert "Counts the votes" in tally("--help", "--lang", "en").stdout
    assert "Counts the votes" in tally("--help", TALLY_LANG="en").stdout


def test_a_mistyped_command_suggests_the_right_one() -> None:
    done = tally("raport")
    assert done.returncode == 2
    assert "«report»" in done.stderr


def test_a_wrong_option_is_a_wrong_call() -> None:
    done = tally("--nonsense")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_output_that_cannot_be_written_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tally", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
