/** The size of a slide, in pixels. */
const slide = { width: 1600, height: 900, margin: 48 } as const
const namespace = "http://www.w3.org/2000/svg"

/** The text around a chart in its picture. */
export interface SlideText {
  readonly title: string
  /** The content and its range of days. */
  readonly subtitle: string
  /** Footer lines: notes, source and age of the data. */
  readonly foot: readonly string[]
}

/** Computed styles that must be inlined as attributes. */
const carried = [
  "fill-opacity",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "font-size",
  "font-weight",
  "opacity",
  "text-anchor",
] as const
const colours = ["fill", "stroke"] as const

/** Converts any CSS colour to a form that programs outside a browser read, plus its opacity. */
function createPlainColour() {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  const known = new Map<string, readonly [hex: string, alpha: number]>()
  return (colour: string): readonly [hex: string, alpha: number] => {
    const found = known.get(colour)
    if (found || !context) return found ?? [colour, 1]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")
    known.set(colour, [`#${hex}`, alpha / 255])
    return [`#${hex}`, alpha / 255]
  }
}
type PlainColour = ReturnType<typeof createPlainColour>

/** Inlines the computed styles of an element and its descendants into their copies. */
function carryStyles(from: Element, to: Element, plain: PlainColour) {
  const style = getComputedStyle(from)
  to.removeAttribute("class")
  to.removeAttribute("style")
  for (const name of carried) to.setAttribute(name, style.getPropertyValue(name))
  for (const name of colours) {
    const colour = style.getPropertyValue(name)
    if (colour === "none" || colour.startsWith("url")) {
      to.setAttribute(name, colour.replaceAll('"', ""))
      continue
    }
    const [hex, alpha] = plain(colour)
    to.setAttribute(name, hex)
    if (alpha < 1) to.setAttribute(`${name}-opacity`, alpha.toFixed(3))
  }
  if (to.getAttribute("dominant-baseline") === "central") {
    to.removeAttribute("dominant-baseline")
    to.setAttribute("dy", `${Number.parseFloat(style.fontSize) * 0.35}`)
  }
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index]
    if (copy) carryStyles(child, copy, plain)
  }
}

type Attributes = Readonly<Record<string, string | number>>

function add(parent: Element, name: string, attributes: Attributes, text = "") {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`)
  element.textContent = text
  parent.append(element)
  return element
}

/** Lays out legend entries in rows from a height on; returns the height below them. */
function addLegend(image: Element, entries: readonly HTMLElement[], top: number, ink: string) {
  const size = 20
  const context = document.createElement("canvas").getContext("2d")
  if (context) context.font = `${size}px sans-serif`
  let [x, y] = [slide.margin as number, top]
  for (const entry of entries) {
    const label = entry.textContent.trim()
    const { colour, dash, hollow } = entry.dataset
    const sample = colour ? 36 : 0
    // Other programs use other fonts, which are wider.
    const width = sample + 1.15 * (context?.measureText(label).width ?? 10 * label.length) + 28
    if (x > slide.margin && x + width > slide.width - slide.margin) {
      x = slide.margin
      y += size * 1.5
    }
    if (colour && dash === undefined)
      add(image, "rect", {
        ...{ x, y: y + 3, width: 16, height: 16 },
        ...(hollow === undefined
          ? { fill: colour }
          : { fill: "none", stroke: colour, "stroke-width": 2 }),
      })
    else if (colour)
      add(image, "path", {
        d: `M${x},${y + 11}h26`,
        stroke: colour,
        "stroke-width": 4,
        fill: "none",
        ...(dash && { "stroke-dasharray": dash }),
      })
    add(image, "text", { x: x + sample, y: y + 17, "font-size": size, fill: ink }, label)
    x += width
  }
  return entries.length === 0 ? top : y + size * 1.5
}

/**
 * The charts of a frame as a 16:9 picture in plain colours that any program reads: title, subtitle,
 * the entries of the frame's legends (`data-legend`, with `data-colour` and for lines `data-dash`),
 * the charts as large as they fit, and the footer.
 */
export function slideSvg(frame: HTMLElement, { title, subtitle, foot }: SlideText): string {
  const { width, height, margin } = slide
  const plain = createPlainColour()
  const colourOf = (name: string) => {
    const probe = frame.appendChild(document.createElement("span"))
    probe.style.color = name
    const [hex] = plain(getComputedStyle(probe).color)
    probe.remove()
    return hex
  }
  const [ink, muted] = [colourOf("var(--ink)"), colourOf("var(--ink-muted)")]
  const image = document.createElementNS(namespace, "svg")
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    image.setAttribute(key, `${value}`)
  image.setAttribute("font-family", "Inter, Helvetica, Arial, sans-serif")
  add(image, "title", {}, title)
  add(image, "rect", { width, height, fill: "#ffffff" })
  const heading = { x: margin, y: 78, "font-size": 38, "font-weight": 600, fill: ink }
  add(image, "text", heading, title)
  add(image, "text", { x: margin, y: 116, "font-size": 22, fill: muted }, subtitle)
  const entries = [...frame.querySelectorAll<HTMLElement>("[data-legend]")]
  for (const entry of entries)
    if (entry.dataset["colour"]) entry.dataset["colour"] = colourOf(entry.dataset["colour"])
  const top = addLegend(image, entries, 140, ink) + 8
  const bottom = height - 36 - 24 * foot.length
  foot.forEach((line, index) => {
    const y = bottom + 24 * (index + 1)
    add(image, "text", { x: margin, y, "font-size": 17, fill: muted }, line)
  })

  const drawings = [...frame.querySelectorAll<SVGSVGElement>("svg.recharts-surface")]
  const boxes = drawings.map((drawing) => drawing.getBoundingClientRect())
  const [left, upper] = [boxes.map((box) => box.left), boxes.map((box) => box.top)].map((edges) =>
    Math.min(...edges),
  ) as [number, number]
  const [right, lower] = [boxes.map((box) => box.right), boxes.map((box) => box.bottom)].map(
    (edges) => Math.max(...edges),
  ) as [number, number]
  const scale = Math.min(
    (width - 2 * margin) / (right - left),
    (bottom - top) / (lower - upper + 16),
  )
  const transform = `translate(${margin} ${top}) scale(${scale.toFixed(4)})`
  const all = add(image, "g", { transform })
  for (const [index, drawing] of drawings.entries()) {
    const box = boxes[index]
    if (!box) continue
    const [x, y] = [box.left - left, box.top - upper + 16]
    const copy = drawing.cloneNode(true) as SVGSVGElement
    carryStyles(drawing, copy, plain)
    for (const [name, value] of Object.entries({ x, y, width: box.width, height: box.height }))
      copy.setAttribute(name, `${value}`)
    all.append(copy)
    const own = drawing.querySelector(":scope > title")?.textContent
    if (own && drawings.length > 1)
      add(all, "text", { x, y: y - 4, "font-size": 12, fill: ink }, own)
  }
  return new XMLSerializer().serializeToString(image)
}

/** Converts a picture to a PNG of the same size; throws if the browser cannot. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
  try {
    image.src = url
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = slide.width
    canvas.height = slide.height
    canvas.getContext("2d")?.drawImage(image, 0, 0)
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("No picture."))),
        "image/png",
      )
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
