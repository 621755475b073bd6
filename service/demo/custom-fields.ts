import { guidOf } from "./guid"
import type { Row } from "./rows"

const fields: readonly (readonly [
  name: string | null,
  externalId: string | null,
  type: string | null,
])[] = [
  ["Shirt size", "shirt_size", "Dropdown"],
  ["Shoe size", "shoe_size", "Number"],
  ["Forklift licence until", "forklift_until", "Date"],
  ["First aider", "first_aider", "Boolean"],
  ["Languages spoken", null, "MultilineText"],
  ["About me", "about", "MultilineText"],
  ["Next of kin", "next_of_kin", "MultilineText"],
  ["Employee number", "emp_no", "Text"],
  ["Locker", "locker", "Text"],
  ["Notes", "notes", "MultilineText"],
  ["Notes", "notes", "Text"],
  [null, "legacy_7", null],
  ["Kørekort", "driving_licence", "Dropdown"],
  ["Führungszeugnis vorgelegt", null, "Date"],
]

/** What the company keeps of its people beyond the platform's own fields. */
export function* userCustomFields(): Generator<Row<"userCustomField">> {
  for (const [index, [name, externalId, type]] of fields.entries()) {
    const values = { id: guidOf("custom-field", index), externalId, name, type }
    yield { scope: {}, values }
  }
}
