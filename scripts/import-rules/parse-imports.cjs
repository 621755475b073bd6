const swc = require("@swc/core")

// dependency-cruiser reads TypeScript 7 through swc, but its visitor cannot read JSX and skips
// `import("…").Type`. This reduces the tree that it receives to the imports in it.
const parseFile = swc.parseFileSync

/**
 * Type imports load nothing: any module may import the contract's types, and features of the
 * backend may import each other's.
 */
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
