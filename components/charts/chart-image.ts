/** Styles that a picture outside the page must carry in itself. */
const carried = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "font-family",
  "font-size",
  "font-weight",
  "opacity",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "font-variant-numeric",
] as const

const namespace = "http://www.w3.org/2000/svg"
const lineHeight = 18
const margin = 16

/** A line of a picture's legend. */
export interface ImageEntry {
  readonly label: string
  /** A CSS colour; absent for plain text. */
  readonly colour?: string
  readonly dash?: string | undefined
}

/** What stands around a chart in its picture. */
export interface ImageText {
  readonly title: string
  /** Lines below the title: what is shown, and what it is limited to. */
  readonly subtitles: readonly string[]
  readonly legend: readonly ImageEntry[]
  /** Lines at the foot: notes, where the data come from and of when they are. */
  readonly foot: readonly string[]
}

function carryStyles(from: Element, to: Element) {
  const style = getComputedStyle(from)
  const styles = carried.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";")
  to.setAttribute("style", styles)
  to.removeAttribute("class")
  Array.from(from.children).forEach((child, index) => {
    const copy = to.children[index]
    if (copy) carryStyles(child, copy)
  })
}

function add(parent: Element, name: string, attributes: Readonly<Record<string, string | number>>) {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`)
  parent.append(element)
  return element
}

interface Inks {
  readonly ink: string
  readonly muted: string
  readonly surface: string
  readonly font: string
}

function readInks(svg: SVGSVGElement): Inks {
  const probe = document.createElement("span")
  svg.parentElement?.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const inks = { ink: read("--ink"), muted: read("--ink-muted"), surface: read("--surface") }
  const font = getComputedStyle(probe).fontFamily
  probe.remove()
  return { ...inks, font }
}

function resolveColour(svg: SVGSVGElement, colour: string) {
  const probe = document.createElement("span")
  probe.style.color = colour
  svg.parentElement?.append(probe)
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}

/** Puts a drawing into a picture at a point, with its own title above it where it has one. */
function addDrawing(image: Element, svg: SVGSVGElement, x: number, y: number, text: object) {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement
  carryStyles(svg, copy)
  for (const [name, value] of Object.entries({ x, y, width, height }))
    copy.setAttribute(name, `${value}`)
  image.append(copy)
  const { title } = svg.dataset
  if (title) add(image, "text", { ...text, x, y: y - 4, "font-size": 12 }).textContent = title
}

/** The charts of a frame as a picture of its own, with its title, its legend and its source, in the colours of paper whatever the page's are. */
export function chartSvg(frame: HTMLElement, text: ImageText): string {
  const { colorScheme } = frame.style
  frame.style.colorScheme = "light"
  try {
    return drawImage(frame, text)
  } finally {
    frame.style.colorScheme = colorScheme
  }
}

function drawImage(frame: Element, { title, subtitles, legend, foot }: ImageText): string {
  const drawings = [...frame.querySelectorAll<SVGSVGElement>("svg.recharts-surface")]
  const [svg] = drawings
  if (!svg) throw new Error("There is no chart.")
  const corner = frame.getBoundingClientRect()
  const { width, height } = corner
  const { ink, muted, surface, font } = readInks(svg)
  const head = margin + (1 + subtitles.length) * lineHeight + 8
  const lines = legend.length + 1 + (foot.length > 0 ? foot.length + 0.5 : 0)
  const all = head + height + lines * lineHeight + margin
  const image = document.createElementNS(namespace, "svg")
  const size = { width: width + 2 * margin, height: all }
  for (const [key, value] of Object.entries(size)) image.setAttribute(key, `${Math.ceil(value)}`)
  image.setAttribute("viewBox", `0 0 ${Math.ceil(size.width)} ${Math.ceil(size.height)}`)
  image.setAttribute("xmlns", namespace)
  add(image, "rect", { width: "100%", height: "100%", fill: surface })
  const text = { "font-family": font, x: margin }
  add(image, "title", {}).textContent = title
  const heading = { ...text, y: margin + 14, fill: ink, "font-size": 16, "font-weight": 600 }
  add(image, "text", heading).textContent = title
  const small = { ...text, fill: muted, "font-size": 12 }
  subtitles.forEach((line, index) => {
    const y = margin + 14 + (index + 1) * lineHeight
    add(image, "text", { ...small, y }).textContent = line
  })
  for (const drawing of drawings) {
    const { left, top } = drawing.getBoundingClientRect()
    const [x, y] = [margin + left - corner.left, head + top - corner.top]
    addDrawing(image, drawing, x, y, { "font-family": font, fill: ink })
  }
  legend.forEach(({ label, colour, dash }, index) => {
    const y = head + height + (index + 1) * lineHeight
    if (colour) {
      const stroke = resolveColour(svg, colour)
      const sample = { d: `M${margin},${y - 4}h20`, stroke, "stroke-width": 2, fill: "none" }
      add(image, "path", { ...sample, ...(dash && { "stroke-dasharray": dash }) })
    }
    const x = colour ? margin + 28 : margin
    add(image, "text", { ...text, x, y, fill: ink, "font-size": 12 }).textContent = label
  })
  foot.forEach((line, index) => {
    const y = head + height + (legend.length + index + 1.5) * lineHeight
    add(image, "text", { ...small, y }).textContent = line
  })
  return new XMLSerializer().serializeToString(image)
}

/** A picture drawn as a PNG at twice its size; throws where the browser cannot. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
  try {
    image.src = url
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = image.width * 2
    canvas.height = image.height * 2
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
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

/** Gives a file to the person. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
