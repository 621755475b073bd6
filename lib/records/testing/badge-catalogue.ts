import { type Catalogue, catalogue } from "@/lib/catalogue"
import * as field from "@/lib/catalogue/field"
import { FS, list, single } from "@/lib/catalogue/operation"

/** A copy of the catalogue with one more record type and two more operations. */
export const badgeCatalogue: Catalogue = {
  ...catalogue,
  containers: { ...catalogue.containers, badgeBook: { title: "Badge book" } },
  records: {
    ...catalogue.records,
    badge: {
      section: "2.19",
      scope: ["bookId"],
      fields: {
        id: field.guid({ required: true }),
        url: field.url({ link: "badge" }),
        title: field.string(),
        weight: field.double(),
        awardedAt: field.datetime(),
        holders: field.array(field.object({ userId: field.guid(), note: field.string() })),
      },
    },
  },
  operations: [
    ...catalogue.operations,
    list({
      id: "badges",
      title: "Badges",
      version: "v1.4",
      path: "/badgeBooks/{bookId}/badges",
      parameters: { bookId: "badgeBook" },
      domain: "users",
      area: "departments",
      record: "badge",
      nulls: ["holders"],
      defaultSort: "-awardedAt",
      properties: {
        title: FS("string"),
        heaviness: FS("double", { field: "weight" }),
        awardedAt: FS("datetime"),
      },
    }),
    single({
      id: "badge",
      title: "Badge",
      version: "v1.4",
      path: "/badgeBooks/{bookId}/badges/{badgeId}",
      parameters: { bookId: "badgeBook", badgeId: "badge" },
      domain: "users",
      area: "departments",
      record: "badge",
    }),
  ],
}
