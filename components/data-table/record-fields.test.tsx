import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { catalogue, type Fields, type Row } from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { useCellFormat } from "./cell-format"
import { RecordFields } from "./record-fields"

const ids = Array.from(
  { length: 23 },
  (_, index) => `${`${90000000 - index}`.padStart(8, "0")}-1111-4222-8333-abcdefabcdef`,
)
const names = new Map([[ids[1] ?? "", "Ada Holm"]])

function Shown({ row, known }: { row: Row; known: ReadonlyMap<string, string> }) {
  const { individualInvitees } = catalogue.records["calendarEvent"]?.fields ?? {}
  if (!individualInvitees) throw new Error("An event has no invitees.")
  return (
    <RecordFields
      fields={{ individualInvitees }}
      row={row}
      format={useCellFormat((id) => known.get(id))}
      linkOf={() => undefined}
    />
  )
}

const show = (individualInvitees: readonly string[] | null, known = names): string =>
  renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <Shown row={{ individualInvitees }} known={known} />
    </IntlProvider>,
  )

const cellsIn = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]+>/g, ""),
    ),
  )

test("a list of ids is a table in the source's order, with known names", () => {
  expect(cellsIn(show(ids.slice(0, 3)))).toEqual([
    ["Name", "Id"],
    ["–", "90000000"],
    ["Ada Holm", "89999999"],
    ["–", "89999998"],
  ])
})

test("a list of ids without known names shows only the ids", () => {
  expect(cellsIn(show(ids.slice(0, 2), new Map()))).toEqual([["Id"], ["90000000"], ["89999999"]])
})

test("a long list of ids shows the first 20 and the number of others", () => {
  const html = show(ids)
  expect(cellsIn(html)).toHaveLength(21)
  expect(html).toContain("3 more")
})

test("an empty list shows None, and null shows a dash", () => {
  expect(show([])).toContain("None")
  expect(show(null)).toContain("–")
})

function Shape({ of, row }: { of: Fields; row: Row }) {
  const format = useCellFormat(() => undefined)
  return <RecordFields fields={of} row={row} format={format} linkOf={() => undefined} />
}

test("Technical details contains API URLs and deprecated fields, but no file URLs", () => {
  const { fields } = catalogue.records["contentPost"] ?? {}
  const calendar = catalogue.records["calendar"]?.fields
  if (!fields || !calendar) throw new Error("A record is missing.")
  const textOf = (of: Fields, row: Row) =>
    renderToString(
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <Shape of={of} row={row} />
      </IntlProvider>,
    )
  const url = "https://platform.example/api/v1/users/1"
  const file = "https://files.example/1.png"
  const post = textOf(fields, { userUrl: url, status: "Draft", featureMediaDownloadUrl: file })
  const [open = "", folded = ""] = post.split("<details")
  expect(open).toContain(file)
  expect(open).not.toContain(url)
  expect(folded).toContain("Technical details")
  expect(folded).toContain(url)
  expect(folded).not.toContain(file)
  expect(textOf(calendar, {}).split("<details")[0]).not.toContain("Deprecated")
})
