import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5"
import { expect, test } from "vitest"
import { root } from "@/scripts/root"

const exempt = /\.test\.tsx?$/

/** Elements whose content is code or a key name, the same in every language. */
const languageless = ["code", "kbd", "style", "script", "Kbd"]

/** Attributes and properties whose values people read or hear. */
const spoken =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|alt|label|title|description|placeholder|hint|note|emptyText|searchPlaceholder|children)$/

const hasWords = (text: string) => /\p{L}/u.test(text)

function literalOf(node: ts.Node | undefined): string {
  if (!node) return ""
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      .map(({ text }) => text)
      .join("")
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node))
    return literalOf(node.expression)
  if (ts.isConditionalExpression(node)) return literalOf(node.whenTrue) + literalOf(node.whenFalse)
  return ""
}

function spokenText(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text
  if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent)) return literalOf(node)
  if (ts.isJsxAttribute(node) && spoken.test(node.name.getText()))
    return literalOf(node.initializer)
  if (ts.isPropertyAssignment(node) && /^(title|label|description)$/.test(node.name.getText()))
    return literalOf(node.initializer)
  return ""
}

const isLanguageless = (node: ts.Node) =>
  ts.isJsxElement(node) && languageless.includes(node.openingElement.tagName.getText())

/** Texts that a component shows without the message files, with file and line. */
function hardCodedIn(source: string, name: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isLanguageless(node)) return
    const text = spokenText(node).trim()
    if (hasWords(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${name}:${line + 1}: ${text}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)

test.each([
  ["<p>Hello</p>", "Hello"],
  ['<p>{"Hello"}</p>', "Hello"],
  ['<p>{done ? "Hello" : null}</p>', "Hello"],
  ['<Input placeholder="Hello" />', "Hello"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
  ["<Input aria-label={`Hello ${name}`} />", "Hello"],
  ['const metadata = { title: "Hello" }', "Hello"],
])("%s contains a hard-coded text", (source, text) => {
  expect(hardCodedIn(source, "example.tsx")).toEqual([`example.tsx:1: ${text}`])
})

test.each([
  '<p>{t("hello")} · {name}</p>',
  '<p className="hello">–</p>',
  "<code>{domain}:read</code>",
  'const metadata = { title: t("hello") }',
])("%s contains no hard-coded text", (source) => {
  expect(hardCodedIn(source, "example.tsx")).toEqual([])
})

test("every text of the pages and components comes from the message files", () => {
  const files = ["app", "components"].flatMap(sourcesBelow).filter((file) => !exempt.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.flatMap((file) => hardCodedIn(readFileSync(join(root, file), "utf8"), file)),
  ).toEqual([])
})
