const swc = require("@swc/core")

// dependency-cruiser reads TypeScript 7 through swc, but its own visitor cannot read JSX and passes
// over `import("…").Type`. So the tree that it asks for is reduced to what it names as imports.
const parseFile = swc.parseFileSync

const named = {
  ImportDeclaration: ({ source }) => source,
  ExportAllDeclaration: ({ source }) => source,
  ExportNamedDeclaration: ({ source }) => source,
  TsImportType: ({ argument }) => argument,
  TsExternalModuleReference: ({ expression }) => expression,
  CallExpression: ({ callee, arguments: [first] }) =>
    callee.type === "Import" || callee.value === "require" ? first?.expression : undefined,
}

function* specifiersIn(node) {
  const source = named[node.type]?.(node)
  if (source?.type === "StringLiteral") yield source.value
  if (source?.type === "TemplateLiteral" && source.quasis.length === 1)
    yield source.quasis[0].cooked
  for (const child of Object.values(node))
    if (typeof child === "object" && child !== null) yield* specifiersIn(child)
}

swc.parseFileSync = (file, options) => {
  const tree = parseFile.call(swc, file, { ...options, tsx: file.endsWith("x") })
  const body = [...new Set(specifiersIn(tree))].map((value) => ({
    type: "ImportDeclaration",
    specifiers: [],
    source: { type: "StringLiteral", value },
  }))
  return { ...tree, body }
}
