// The chart of totals with what is not sent yet; the markup is that of `picture_of` in templates/_chart.html.

import { say, shown } from "../text.js";
import { plotOf } from "./plot.js";
import { namesOf, shortNamesOf } from "./rows.js";

const MARKS = ["M0-1a1 1 0 1 0 .1 0z", "M-.9-.9H.9V.9H-.9z", "M0-1.2 1.1.8H-1.1z", "M0-1.3 1.1 0 0 1.3-1.1 0z"];
const LONG = 14;

const draw = (name, attributes, ...content) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
};
const drawText = (kind, x, y, text) => draw("text", { class: kind, x, y }, String(text));

const scale = ({ left, width, target, zero }) => {
  const goal = target === null ? [] : [draw("path", { class: "goal-line", d: `M${left} ${target}h${width}` })];
  return [...goal, draw("path", { class: "axis", d: `M${left} ${zero}h${width}` })];
};

const labelled = ({ style, label, short }) =>
  draw(
    "g",
    { transform: `translate(${label.join(" ")})` },
    draw("path", { class: `s${style}`, d: MARKS[style] }),
    draw("text", { x: 9, y: 4 }, short),
  );

const onePlot = (plot) => {
  const leader = draw("path", { class: "leader", d: plot.lines.map((line) => line.leader).join("") });
  const lines = [...plot.lines].reverse().map(({ style, path }) => draw("path", { class: `s${style}`, d: path }));
  const labels = [...plot.lines].sort((one, other) => one.label[1] - other.label[1]).map(labelled);
  return [
    ...plot.totals.map(([y, total]) => drawText("y", 36, y + 4, shown(total))),
    ...(plot.target === null
      ? []
      : [drawText("target", 46, plot.target + 14, plot.goal === "limit" ? say("limit") : say("target"))]),
    ...plot.rounds.map(([x, number]) => drawText("x", x, 166, number)),
    draw("g", { class: "lines" }, ...scale(plot), leader, ...lines),
    ...labels,
  ];
};

const panel = (plot, { name, short, total, end }, at) => {
  const paths = plot.lines.map(({ path }, index) => draw("path", { id: `line-${index + 1}`, d: path }));
  const others = { class: "others" };
  const behind = at
    ? draw("use", { ...others, href: "#all-lines" })
    : draw("g", { ...others, id: "all-lines" }, ...paths);
  const own = draw("use", { class: "own", href: `#line-${at + 1}` });
  const [box, title, who, points] = ["div", "p", "bdi", "b"].map((each) => document.createElement(each));
  who.textContent = name.length <= LONG ? name : short;
  points.textContent = shown(total);
  title.append(who, " ", points);
  box.append(
    title,
    draw(
      "svg",
      { viewBox: "0 0 150 60" },
      ...plot.totals.map(([y, each]) => drawText("y", plot.left - 4, y + 4, shown(each))),
      ...scale(plot),
      draw("g", { class: "lines" }, behind, own),
      draw("circle", { cx: end[0], cy: end[1], r: 4 }),
    ),
  );
  return box;
};

// Draw the chart of the page anew, if it has one, with the totals of a board, or hide it.
export const drawChart = (board, hidden) => {
  const box = document.querySelector("#chart .panels, #chart svg");
  if (!box) return;
  const plot = plotOf(board, namesOf(document));
  box.closest("figure").hidden = hidden || !plot || plot.panels !== box.matches(".panels");
  if (box.closest("figure").hidden) return;
  const short = shortNamesOf(document);
  for (const line of plot.lines) line.short = short[line.name];
  const described = document.getElementById("chart-desc");
  described.textContent = plot.lines.map(({ name, total }) => `${name} ${shown(total)}`).join(", ");
  box.replaceChildren(
    described,
    ...(plot.panels ? plot.lines.map((line, at) => panel(plot, line, at)) : onePlot(plot)),
  );
  for (const caption of document.querySelectorAll("#chart figcaption")) caption.remove(); // who leads, as it was
};
