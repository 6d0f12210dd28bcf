// Keys for readers: j and k go through the items of a page, o opens one, s stars an article, / searches, ? helps.
// Without this file every page works the same, by links and forms.
"use strict";

(() => {
  const items = () => [...document.querySelectorAll("[data-item]")].filter((item) => item.querySelector("a[href]"));
  // In this order: a headline often stands behind the link to its paper; links in a closed <details> take no focus.
  const WAYS_IN = ["[data-open]", "h1 a, h2 a, h3 a", "summary", "a[href]"];
  const linkOf = (item) => WAYS_IN.map((way) => item.querySelector(way)).find(Boolean);

  function current(all) {
    const focused = document.activeElement && document.activeElement.closest("[data-item]");
    return focused ? all.indexOf(focused) : -1;
  }

  function move(step) {
    const all = items();
    if (!all.length) return;
    const here = current(all);
    const next = here < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(here + step, 0), all.length - 1);
    const link = linkOf(all[next]);
    link.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    all[next].scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  }

  function open() {
    const all = items();
    const here = current(all);
    if (all.length) linkOf(all[Math.max(here, 0)]).click();
  }

  function star() {
    const item = document.activeElement && document.activeElement.closest("[data-item]");
    const form = (item && item.querySelector("form[data-star]")) || document.querySelector("form[data-star]");
    if (form) form.requestSubmit();
  }

  function search() {
    const field = document.getElementById("find");
    if (field) {
      field.focus();
      field.select();
    }
  }

  const actions = {
    j: () => move(1),
    k: () => move(-1),
    o: open,
    s: star,
    "/": search,
    "?": () => location.assign("/help#keys"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
