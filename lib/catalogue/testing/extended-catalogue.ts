import type { Catalogue } from "../catalogue"
import { guid, string } from "../field"
import { F, FS, list } from "../operation"
import { catalogue } from "../platform-catalogue"

/** The platform's API with one more list, which service and backend serve without extra code. */
export const extendedCatalogue: Catalogue = {
  ...catalogue,
  records: {
    ...catalogue.records,
    badge: { section: "none", scope: [], fields: { id: guid({ required: true }), name: string() } },
  },
  operations: [
    ...catalogue.operations,
    list({
      id: "badges",
      title: "Badges",
      version: "v1.4",
      path: "/badges",
      parameters: {},
      domain: "kpis",
      area: "kpis",
      record: "badge",
      defaultSort: "name",
      properties: { id: F("guid"), name: FS("string") },
    }),
  ],
}
