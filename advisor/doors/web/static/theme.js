// Before anything is drawn: the theme and the suits as this phone chose them.
(() => {
  try {
    const root = document.documentElement;
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
    if (localStorage.getItem("suits")) root.dataset.suits = "named";
  } catch {
    // no storage here: the phone's own theme it is
  }
})();
