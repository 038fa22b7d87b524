"""The scheduled service: when a game's forum is read, by whom, and what follows from each read.

`rhythm` is pure and decides; `deadlines` tells it the calendar; `reading` does one read; `lanes` keeps many games
of one forum apart; `running` is the loop; `notices` tells people; `status` tells what stands.
"""
