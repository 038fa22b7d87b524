// Two comforts, without which every page works as well: the time that is left, and a page that keeps itself fresh.
"use strict";

const root = document.documentElement;
const units = (unit) => new Intl.NumberFormat(root.lang, { style: "unit", unit, unitDisplay: "long" });
const UNITS = { day: units("day"), hour: units("hour"), minute: units("minute"), second: units("second") };

// --- the time that is left, and the deadline by the reader's own clock ---

function inWords(seconds) {
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = [];
  if (days) parts.push(UNITS.day.format(days));
  if (hours) parts.push(UNITS.hour.format(hours));
  if (minutes && !days) parts.push(UNITS.minute.format(minutes));
  if (!days && !hours && minutes < 10) parts.push(UNITS.second.format(seconds % 60));
  return parts.join(" ");
}

function countDown() {
  for (const place of document.querySelectorAll("[data-deadline]")) {
    const deadline = new Date(place.dataset.deadline);
    const seconds = Math.ceil((deadline - Date.now()) / 1000);
    const left = place.querySelector(".left");
    const told = seconds > 0 ? left.dataset.left.replace("{time}", inWords(seconds)) : place.dataset.over;
    if (left.textContent !== told) left.textContent = told;
    const shown = place.querySelector("time");
    if (!shown.dataset.local) {
      const far = Math.abs(seconds) > 20 * 3600;
      const own = deadline.toLocaleString(root.lang, far ? { dateStyle: "medium", timeStyle: "short" } : { timeStyle: "short" });
      shown.dataset.local = place.dataset.zone.replace("{time}", own);
      shown.title = shown.textContent;
      shown.textContent = shown.dataset.local;
    }
  }
}

// --- the page keeps itself fresh ---

const stateOf = (page) => page.querySelector("meta[name=tally-state]").content;
const fileName = () => location.pathname.split("/").pop() || "index.html";

// What the reader looks at stays where it is, whatever grows above it: the first thing that begins in sight.
function anchor() {
  const places = [...document.querySelectorAll("main [id]")].map((element) => [element, element.getBoundingClientRect()]);
  const seen = places.filter(([, box]) => box.height && box.bottom > 0);
  const [element, box] = seen.find(([, each]) => each.top >= 0 && each.top < window.innerHeight) ?? seen[0] ?? [];
  return { id: element?.id ?? "main", top: box?.top ?? 0, scroll: window.scrollY };
}

function describeFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  return { id: focused.id, href: focused.getAttribute("href"), text: focused.textContent };
}

function findFocus(wanted) {
  if (wanted.id) return document.getElementById(wanted.id);
  const links = [...document.querySelectorAll("a[href], summary")];
  return links.find((link) => link.getAttribute("href") === wanted.href && link.textContent === wanted.text);
}

function show(fresh) {
  const place = anchor();
  const focus = describeFocus();
  const open = [...document.querySelectorAll("details[open][id]")].map((each) => each.id);
  const slid = [...document.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  document.title = fresh.title;
  document.querySelector("meta[name=tally-state]").content = stateOf(fresh);
  for (const part of [".mast", "main", "footer"]) {
    document.querySelector(part).replaceWith(document.adoptNode(fresh.querySelector(part)));
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.querySelectorAll(".scroll").forEach((each, number) => { each.scrollLeft = slid[number] ?? 0; });
  if (focus) findFocus(focus)?.focus({ preventScroll: true });
  const kept = document.getElementById(place.id);
  window.scrollTo({ top: kept && place.scroll ? window.scrollY + kept.getBoundingClientRect().top - place.top : place.scroll, behavior: "instant" });
  document.querySelector(".standing")?.classList.add("updated");
  countDown();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch("summary.json", { cache: "no-cache" });
    if (!answer.ok) return;
    const published = (await answer.json()).pages[fileName()];
    if (!published || published === stateOf(document)) return;
    const page = await fetch(location.pathname, { cache: "no-cache" });
    if (page.ok) show(new DOMParser().parseFromString(await page.text(), "text/html"));
  } catch {
    // no connection now; the next time may be better
  }
}

countDown();
setInterval(countDown, 1000);
// a page opened from a folder cannot ask for anything
if (location.protocol !== "file:") {
  setInterval(refresh, Number(root.dataset.refresh) * 1000);
  document.addEventListener("visibilitychange", refresh);
}
