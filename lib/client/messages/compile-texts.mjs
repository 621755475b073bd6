import compile from "icu-minify/compile"

const compileAll = (node) =>
  typeof node === "string"
    ? compile(node)
    : Object.fromEntries(Object.entries(node).map(([name, child]) => [name, compileAll(child)]))

/** Parses the texts of a file while the app is built, so that no browser needs to know their syntax: `"{count} rows"` becomes `[["count"], " rows"]`, plain texts stay. */
export default function compileTexts(source) {
  return `export default ${JSON.stringify(compileAll(JSON.parse(source)))}`
}
