import { expect, test } from "vitest"
import { array, boolean, type Field, guid, object, string, url } from "@/lib/catalogue"
import { readableText } from "./readable-text"

const [one, two] = ["8f4a6c3b-1111-4222-8333-abcdefabcdef", "90000000-1111-4222-8333-abcdefabcdef"]
const nameOf = (id: string) => (id === one ? "Ada Holm" : undefined)
const reference = array(object({ id: guid(), name: string(), url: url() }))

test.each<[string, Field, unknown, string]>([
  ["texts", array(string()), ["da-DK", "en-GB"], "da-DK, en-GB"],
  ["ids", array(guid()), [one, two], `Ada Holm (${one})\n${two}`],
  [
    "texts by culture",
    array(object({ culture: string(), title: string(), summary: string() })),
    [
      { culture: "da-DK", title: "Hej", summary: null },
      { culture: "en-GB", title: "Hello", summary: "All of it" },
    ],
    "da-DK: Hej\nen-GB: title: Hello; summary: All of it",
  ],
  [
    "files",
    array(object({ id: guid(), contentType: string(), fileName: string(), downloadUrl: url() })),
    [{ id: two, contentType: "image/png", fileName: "a.png", downloadUrl: null }],
    "contentType: image/png; fileName: a.png",
  ],
  [
    "rules within rules",
    array(object({ departments: reference, requireAllUserGroups: boolean() })),
    [
      {
        departments: [
          { id: one, name: "North", url: "https://a.test" },
          { id: two, name: null, url: null },
        ],
        requireAllUserGroups: false,
      },
    ],
    `departments: North\nid: ${two}; requireAllUserGroups: false`,
  ],
  ["nothing", array(string()), null, ""],
  ["what is no list after all", array(string()), { a: 1 }, '{"a":1}'],
])("readable text of %s", (_, field, value, expected) => {
  expect(readableText(field, value, nameOf)).toBe(expected)
})
