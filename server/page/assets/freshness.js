// The banner that says that data are overdue. A page can be older than the last look of its server at the clock.

const aDay = 24 * 60 * 60 * 1000;

// overdue is for how many whole days data should have been refreshed; 0 within a day of the promise.
export function overdue(due, now) {
  const days = Math.floor((now - Date.parse(due)) / aDay);
  return days >= 1 ? days : 0;
}

export function warn(banner, due) {
  const days = due ? overdue(due.dateTime, Date.now()) : 0;
  if (days === 0) return;
  banner.hidden = false;
  banner.querySelector("#overdue-days").textContent = `, ${days} day${days === 1 ? "" : "s"} ago`;
}
