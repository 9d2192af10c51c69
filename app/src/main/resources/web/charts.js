// Plots by uPlot, in the colours of the page; drawn anew when the theme or the width changes.
const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const COLOURS = ["--accent", "--late", "--good", "--soft"];

function axis(extra = {}) {
  return { stroke: style("--soft"), grid: { stroke: style("--grid"), width: 1 }, ticks: { stroke: style("--grid") }, size: 60, ...extra };
}

const wallTime = value => new Date(value * 1000).toLocaleTimeString("en-GB");

export class Chart {
  // latest: whether the newest of the values is the one to tell
  constructor(element, make, latest = false) {
    this.latest = latest;
    this.element = element;
    this.make = make;
    this.plot = null;
    this.shape = "";
    this.data = null;
    new ResizeObserver(() => {
      if (this.plot) this.plot.setSize({ width: element.clientWidth, height: this.plot.height });
    }).observe(element);
  }

  // shape: whatever the plot is made of besides its data
  show(data, shape = "") {
    this.data = data;
    const theme = style("--page");
    const wanted = theme + "|" + shape;
    if (!this.plot || wanted !== this.shape) {
      this.plot?.destroy();
      this.shape = wanted;
      this.plot = new uPlot({ width: this.element.clientWidth, ...this.make(shape) }, data, this.element);
    } else {
      this.plot.setData(data);
    }
    // nobody points at a moment: the newest is told
    if (this.latest && !(this.plot.cursor.left >= 0)) this.plot.setLegend({ idx: data[0].length - 1 });
  }

  redraw() {
    if (this.data) {
      const shape = this.shape.slice(this.shape.indexOf("|") + 1);
      this.shape = "";
      this.show(this.data, shape);
    }
  }
}

// steps: of the axis, where those of decimal numbers make no sense
export function lines(names, height, format, steps) {
  return () => ({
    height,
    cursor: { drag: { x: false, y: false } },
    legend: { live: true },
    scales: { x: { range: (plot, from, to) => (to > from ? [from, to] : [(from ?? Date.now() / 1000) - 30, (from ?? Date.now() / 1000) + 30]) } },
    series: [{ label: "time", value: (plot, value) => (value === null ? "–" : wallTime(value)) }, ...names.map((label, i) => ({
      label,
      stroke: style(COLOURS[i % COLOURS.length]),
      width: 2,
      points: { show: false },
      value: (plot, value) => (value === null || value === undefined ? "–" : format(value)),
    }))],
    axes: [axis({ size: 34, space: 90, incrs: [1, 5, 10, 30, 60, 300], values: (plot, ticks) => ticks.map(wallTime) }), axis({ size: 72, values: (plot, ticks) => ticks.map(format), ...(steps ? { incrs: steps } : {}) })],
  });
}

// shape: JSON of {name, labels, bars}
export function groups(height, format) {
  return shape => {
    const { name, labels, bars } = JSON.parse(shape);
    return {
      height,
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false, range: () => [-0.6, Math.max(0, labels.length - 1) + 0.6] }, y: { range: (plot, low, high) => (bars ? fromZero(low, high) : around(low, high)) } },
      series: [{ label: "group", value: (plot, i) => (i === null ? "–" : labels[i]) }, {
        label: name,
        stroke: style("--accent"),
        fill: style("--accent-soft"),
        width: 1,
        points: { show: !bars, size: 10, fill: style("--accent") },
        paths: bars ? uPlot.paths.bars({ size: [0.7, 60] }) : () => null,
        value: (plot, value) => (value === null || value === undefined ? "–" : format(value)),
      }],
      axes: [axis({
        size: 40,
        // whole numbers only, and as many as there is room for
        splits: plot => {
          const step = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor(plot.width / 90))));
          return labels.map((label, i) => i).filter(i => i % step === 0);
        },
        values: (plot, ticks) => ticks.map(i => fitting(labels[i] ?? "")),
        grid: { show: false },
      }), axis({ values: (plot, ticks) => ticks.map(format) })],
    };
  };
}

// what tells one long name from another is often at its end
function fitting(label) {
  return label.length <= 14 ? label : label.slice(0, 6) + "…" + label.slice(-7);
}

function fromZero(low, high) {
  return [0, high > 0 ? high * 1.08 : 1];
}

function around(low, high) {
  if (low === null) return [0, 1];
  const room = (high - low || Math.abs(high) || 1) * 0.25;
  return [low - room, high + room];
}
