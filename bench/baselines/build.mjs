// Bundles the compared pages: `node bench/baselines/build.mjs <folder for the pages>`.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import tailwind from "@tailwindcss/postcss"
import { build } from "esbuild"
import postcss from "postcss"

const baselines = dirname(fileURLToPath(import.meta.url))
const root = join(baselines, "..", "..")
const [folder = "."] = process.argv.slice(2)

const pages = {
  "data-table": join(root, "bench", "ui", "data-table-page.tsx"),
  "ag-grid": join(baselines, "ag-grid.js"),
  "kpi-chart": join(root, "bench", "kpi", "chart", "product-page.tsx"),
  recharts: join(root, "bench", "kpi", "chart", "recharts-page.tsx"),
  uplot: join(baselines, "uplot.js"),
}
/** The pages with a stylesheet. */
const sheets = { "data-table": "product.css", "kpi-chart": "product.css", uplot: "uplot.css" }

await build({
  entryPoints: pages,
  outdir: folder,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  jsx: "automatic",
  alias: { "@": root },
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  logLevel: "error",
})

const styles = join(root, "app", "globals.css")
const css = await postcss([tailwind({ base: root, optimize: true })]).process(
  readFileSync(styles, "utf8"),
  { from: styles },
)
writeFileSync(join(folder, "product.css"), css.css)

const printPage = (name, head) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${name}</title>${head}<style>body { margin: 0 } #root { height: 100vh }</style></head>
<body><div id="root"></div><script type="module" src="${name}.js"></script></body>
</html>
`
for (const name of Object.keys(pages)) {
  const head = sheets[name] ? `<link rel="stylesheet" href="${sheets[name]}">` : ""
  writeFileSync(join(folder, `${name}.html`), printPage(name, head))
}
