// The windows over event time: open ones with how far event time has got in them, and those that were seen closing.
import { clock, number, seconds, span } from "/assets/api.js";

const KEPT_CLOSED = 6;
// seconds from one mark of an axis of time to the next
export const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10800, 21600, 43200, 86400, 604800, 2592000];

export class Timeline {
  constructor(element, chosen) {
    this.element = element;
    this.chosen = chosen;
    this.closed = [];
    this.open = new Map();
    this.selected = null;
    element.addEventListener("keydown", event => this.key(event));
  }

  key(event) {
    const starts = [...this.open.keys()];
    if (starts.length === 0) return;
    const at = starts.indexOf(this.selected);
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: starts.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(starts[Math.max(0, Math.min(starts.length - 1, next))]);
    this.element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  select(start) {
    this.selected = start;
    this.draw();
    this.chosen(start);
  }

  // watermark and event time are ISO texts, or empty
  update(windows, watermark, eventTime, delay) {
    const now = new Map(windows.map(window => [window.start, window]));
    for (const [start, window] of this.open) {
      if (!now.has(start) && watermark && seconds(window.end) <= seconds(watermark)) {
        this.closed.push(window);
      }
    }
    this.closed = this.closed.filter(window => !now.has(window.start)).slice(-KEPT_CLOSED);
    this.open = now;
    this.watermark = watermark;
    this.eventTime = eventTime;
    this.delay = delay;
    if (!now.has(this.selected)) {
      const first = windows.length ? windows[0].start : null;
      if (first !== this.selected) {
        this.selected = first;
        this.chosen(first);
      }
    }
    this.draw();
  }

  draw() {
    const rows = [...this.closed.map(w => ({ ...w, closed: true })), ...this.open.values()];
    if (rows.length === 0) {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = this.eventTime ? "No window is open." : "No row has come yet.";
      this.element.replaceChildren(note);
      return;
    }
    const times = rows.flatMap(w => [seconds(w.start), seconds(w.end)]);
    for (const mark of [this.watermark, this.eventTime]) if (mark) times.push(seconds(mark));
    const from = Math.min(...times);
    const to = Math.max(...times);
    const x = time => (100 * (time - from)) / Math.max(1, to - from);
    const parts = [this.axis(from, to, x)];
    if (this.watermark) parts.push(mark("mark", x(seconds(this.watermark)), "watermark " + this.watermark));
    if (this.eventTime) parts.push(mark("mark event", x(seconds(this.eventTime)), "largest event time " + this.eventTime));
    for (const window of rows) parts.push(this.row(window, x));
    const top = this.element.scrollTop;
    const plot = document.createElement("div");
    plot.className = "plot";
    plot.append(...parts);
    this.element.replaceChildren(plot, legend());
    this.element.scrollTop = top;
    const selected = this.element.querySelector('[aria-selected="true"]');
    if (selected) this.element.setAttribute("aria-activedescendant", selected.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  axis(from, to, x) {
    const axis = document.createElement("div");
    axis.className = "axis";
    axis.ariaHidden = "true";
    const count = Math.max(2, Math.floor(this.element.clientWidth / 120));
    const step = STEPS.find(seconds => (to - from) / seconds <= count) || (to - from) / count;
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
      const label = document.createElement("span");
      const at = x(time);
      label.textContent = clock(new Date(time * 1000).toISOString(), step < 86400 ? this.eventTime : "");
      label.className = at < 4 ? "first" : at > 96 ? "last" : "";
      label.style.left = at + "%";
      axis.append(label);
    }
    return axis;
  }

  row(window, x) {
    const start = seconds(window.start);
    const end = seconds(window.end);
    const row = document.createElement("div");
    row.className = "window" + (window.closed ? " closed" : "");
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(!window.closed && window.start === this.selected));
    row.dataset.start = window.start;
    row.id = "window-" + window.start;
    if (window.closed) row.setAttribute("aria-disabled", "true");
    else row.addEventListener("click", () => this.select(window.start));
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.style.left = x(start) + "%";
    bar.style.width = x(end) - x(start) + "%";
    const fill = document.createElement("div");
    fill.className = "fill";
    const reached = this.eventTime ? (seconds(this.eventTime) - start) / (end - start) : 0;
    fill.style.width = 100 * Math.max(0, Math.min(1, reached)) + "%";
    bar.append(fill);
    const text = document.createElement("span");
    text.className = "text";
    text.textContent = this.words(window, end);
    const middle = x((start + end) / 2);
    // beside the bar, on the side where there is room
    if (middle > 50) text.style.right = 100 - x(start) + 1 + "%";
    else text.style.left = x(end) + 1 + "%";
    row.append(bar, text);
    return row;
  }

  words(window, end) {
    const name = clock(window.start, this.eventTime) + "–" + clock(window.end, window.start);
    const groups = number(window.groups) + (window.groups === 1 ? " group" : " groups");
    if (window.closed) return name + " · closed · " + groups;
    const left = this.watermark ? end - seconds(this.watermark) : null;
    return name + " · " + groups + (left === null ? "" : " · closes in " + span(left) + (this.element.clientWidth < 500 ? "" : " of event time"));
  }
}

function mark(kind, left, title) {
  const line = document.createElement("div");
  line.className = kind;
  line.style.left = left + "%";
  line.title = title;
  return line;
}

function legend() {
  const legend = document.createElement("div");
  legend.className = "legend";
  for (const [kind, text] of [["l-mark", "watermark"], ["l-event", "largest event time"], ["l-open", "open"], ["l-closed", "closed, its rows go to the table"]]) {
    const item = document.createElement("span");
    const sign = document.createElement("i");
    sign.className = kind;
    item.append(sign, text);
    legend.append(item);
  }
  return legend;
}
