const swc = require("@swc/core")

// dependency-cruiser reads TypeScript 7 through swc, but its own visitor cannot read JSX and passes
// over `import("…").Type`. So the tree that it asks for is reduced to what it names as imports.
const parseFile = swc.parseFileSync

/** Types load nothing: those of the contract may be known everywhere, those of a feature of the backend beside it. */
const isFree = (source, file) =>
  /(^|\/)contract$/.test(source) ||
  (/(^|\/)lib\/server\//.test(file) && /^\.\.\/[a-z]+\/[a-z-]+$/.test(source))

const unlessTypes = ({ source, typeOnly }, file) =>
  typeOnly && source && isFree(source.value, file) ? undefined : source

const named = {
  ImportDeclaration: unlessTypes,
  ExportAllDeclaration: ({ source }) => source,
  ExportNamedDeclaration: unlessTypes,
  TsImportType: ({ argument }) => argument,
  TsExternalModuleReference: ({ expression }) => expression,
  CallExpression: ({ callee, arguments: [first] }) =>
    callee.type === "Import" || callee.value === "require" ? first?.expression : undefined,
}

function* specifiersIn(node, file) {
  const source = named[node.type]?.(node, file)
  if (source?.type === "StringLiteral") yield source.value
  if (source?.type === "TemplateLiteral" && source.quasis.length === 1)
    yield source.quasis[0].cooked
  for (const child of Object.values(node))
    if (typeof child === "object" && child !== null) yield* specifiersIn(child, file)
}

swc.parseFileSync = (file, options) => {
  const tree = parseFile.call(swc, file, { ...options, tsx: file.endsWith("x") })
  const body = [...new Set(specifiersIn(tree, file))].map((value) => ({
    type: "ImportDeclaration",
    specifiers: [],
    source: { type: "StringLiteral", value },
  }))
  return { ...tree, body }
}
