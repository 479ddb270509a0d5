// Keep a field in sight above the dock, which covers the page's lower part and grows with each card.

export const keepInSight = (field, dock) => {
  requestAnimationFrame(() => {
    const [at, cover] = [field, dock].map((each) => each.getBoundingClientRect());
    const over = at.bottom + 8 - cover.top;
    if (over > 0 && at.right > cover.left) scrollBy({ top: over }); // at once: nothing may move below the next tap
  });
};
