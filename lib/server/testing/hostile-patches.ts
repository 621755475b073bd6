import { fixedDepartmentFields } from "../../catalogue"
import { invalidCases } from "../../catalogue/testing/department-cases"
import type { Who } from "./access-rules"
import { ownOrigin } from "./test-bff"

/** A patch that must be refused. Unset parts are as an administrator's own page sends them. */
export interface HostilePatch {
  readonly title: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly who?: Who
  /** Replace the page's own headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Appended to the department's path. */
  readonly suffix?: string
}

/** The records of the patches: a department with every field set, its child, and an unknown id. */
export interface Target {
  readonly id: string
  readonly childId: string
  readonly strangerId: string
}

/** A valid operation that would be applied if the rest of its patch were valid. */
export const goodWrite = { op: "replace", path: "/addressLine2", value: "Owned" }

const print = (value: unknown) => JSON.stringify(value)

/** Patches with the operations before and after a valid write. */
const beside = (title: string, ...operations: object[]): HostilePatch[] => [
  { title: `${title}, after a good write`, body: print([goodWrite, ...operations]) },
  { title: `${title}, before a good write`, body: print([...operations, goodWrite]) },
]

const writesTo = (path: string, value: unknown): object[] => [
  { op: "add", path, value },
  { op: "replace", path, value },
  { op: "remove", path },
  { op: "copy", from: "/name", path },
  { op: "move", from: "/externalId", path },
]

const fixedFields = fixedDepartmentFields.flatMap((field) => [
  ...writesTo(`/${field}`, "x").map((operation) => ({ field, operation })),
  { field, operation: { op: "move", from: `/${field}`, path: "/externalId" } },
])

const unknownFields = ["x", "Name", "NAME", "name ", " name", "nаme", "", "0", "-", "length"]
const inherited = ["toString", "hasOwnProperty", "valueOf", "__defineGetter__", "name\0", "*"]
const strangeFields = [...unknownFields, ...inherited, "name';drop table department;--"]

const prototypeNames = ["__proto__", "constructor", "prototype"]
const prototypePaths = prototypeNames.flatMap((name) => [
  `/${name}`,
  `/${name}/polluted`,
  `/constructor/${name}/polluted`,
  `/phoneNumber/${name}`,
  `/locales/0/${name}/polluted`,
])

const arrayTraps = [
  ...["01", "-1", "1e0", "+1", "0.5", "99", "4294967296", "length", "", " 0", "0x0", "٠"].map(
    (index) => `/selectedCultures/${index}`,
  ),
  ...["00/culture", "-/culture", "99/culture", "0/culture/0", "length/culture"].map(
    (pointer) => `/locales/${pointer}`,
  ),
  "/name/0",
  "/phoneNumber/0/number",
]

const badPaths = ["name", "#/name", "/name~", "/name~2", "name/", "http://x/name", "~0", null, 7]
const badShapes: readonly [title: string, operation: unknown][] = [
  ...badPaths.map((path): [string, unknown] => [
    `the path ${print(path)}`,
    { op: "replace", path, value: 1 },
  ]),
  ...["put", "Replace", "REPLACE", "merge", "_get", "toString", "", " replace", "replace\0"].map(
    (op): [string, unknown] => [`the op ${print(op)}`, { op, path: "/name", value: "x" }],
  ),
  ...[null, 1, true, [], {}, ["replace"]].map((op): [string, unknown] => [
    `the op ${print(op)}`,
    { op, path: "/name", value: "x" },
  ]),
  ...["add", "replace", "test"].map((op): [string, unknown] => [
    `${op} without value`,
    { op, path: "/name" },
  ]),
  ...["move", "copy"].map((op): [string, unknown] => [
    `${op} without from`,
    { op, path: "/name", value: "x" },
  ]),
  ...[null, 0, "replace", [], [["op", "replace"]]].map((operation): [string, unknown] => [
    `the operation ${print(operation)}`,
    operation,
  ]),
  ["no path", { op: "replace", value: "x" }],
  ["no op", { path: "/name", value: "x" }],
]

const inName = (value: string) => `[{"op":"replace","path":"/name","value":${value}}]`
const numbers = ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "0x10", "010", "+1", "1.", ".5"]
const texts: readonly [title: string, text: string][] = [
  ...["", " ", "{", "[", "[[]", "null", "true", "7", '"x"', "{}", "[]]", "[],", "[null]"].map(
    (text): [string, string] => [`the text ${print(text)}`, text],
  ),
  ...numbers.map((number): [string, string] => [`the number ${number}`, inName(number)]),
  ["a number that is no text", inName("1e3")],
  ["single quotes", "[{'op':'replace','path':'/name','value':'x'}]"],
  ["a comment", `[/* */${print(goodWrite)}]`],
  ["a comma too many", `[${print(goodWrite)},]`],
  ["a line feed in a text", inName('"a\nb"')],
  ["half a pair of letters", inName('"\\ud800"')],
  ["a letter that no text holds", inName('"\\u0000"')],
  ["an escape that is none", inName('"\\x41"')],
  ["two patches", `[${print(goodWrite)}][${print(goodWrite)}]`],
  ["an op twice", '[{"op":"test","op":"replace","path":"/city","value":"Owned"}]'],
  ["a path twice", '[{"op":"replace","path":"/id","path":"/city","value":"Owned"}]'],
  ["a value twice", '[{"op":"replace","path":"/city","value":"Fine","value":"Owned"}]'],
  [
    "a name twice under an escape",
    '[{"op":"replace","path":"/city","value":"Fine","v\\u0061lue":"Owned"}]',
  ],
  [
    "a name twice inside a value",
    '[{"op":"replace","path":"/phoneNumber","value":{"countryCode":45,"number":"1","number":"2"}}]',
  ],
]

const bytesOf = (...bytes: number[]) => {
  const [before = "", after = ""] = inName('"!"').split("!")
  const encoder = new TextEncoder()
  return new Uint8Array([...encoder.encode(before), ...bytes, ...encoder.encode(after)])
}

const brokenText: readonly [title: string, body: Uint8Array<ArrayBuffer>][] = [
  ["a byte that is no letter", bytesOf(0xff)],
  ["half a letter", bytesOf(0xc3)],
  ["a letter in too many bytes", bytesOf(0xc0, 0xaf)],
  ["a surrogate in bytes", bytesOf(0xed, 0xa0, 0x80)],
  ["a letter beyond the last", bytesOf(0xf5, 0x80, 0x80, 0x80)],
  ["Latin 1", bytesOf(0xe6, 0xf8, 0xe5)],
  ["UTF-16", new Uint8Array(Buffer.from(`\ufeff${inName('"x"')}`, "utf16le"))],
  ["bytes behind the end", new Uint8Array([...Buffer.from("[]"), 0xff])],
]

const kib = 1024
const large: readonly [title: string, body: string][] = [
  ["a byte more than 64 KiB", inName(print("x".repeat(64 * kib + 1 - inName('""').length)))],
  ["a text of 1 MiB", inName(print("x".repeat(kib * kib)))],
  ["a text of 65,000 bytes beside what is there", inName(print("x".repeat(65_000)))],
  ["blanks", `${" ".repeat(80 * kib)}[]`],
  ["arrays in each other", inName(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)],
  ["objects in each other", inName(`${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`)],
  ["arrays that nobody closes", "[".repeat(60_000)],
  ["a path of 4,000 steps", print([{ op: "replace", path: "/a".repeat(4000), value: 1 }])],
  [
    "a list that doubles",
    print(Array(40).fill({ op: "copy", from: "/locales", path: "/locales/0" })),
  ],
  ...[51, 52, 100, 500].map((count): [string, string] => [
    `${count} operations`,
    print(Array(count).fill(goodWrite)),
  ]),
]

const failing = [
  ["/city", "Nowhere"],
  ["/city", null],
  ["/unknown", null],
  ["/name/0", "A"],
  ["/selectedCultures", []],
  ["/selectedCultures/9", "da-DK"],
  ["/locales/-", null],
  ["/phoneNumber", { countryCode: 45 }],
  ["/lastModifiedDateTime", "2020-01-01T00:00:00Z"],
  ["", {}],
] as const

const types = [
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/merge-patch+json",
  "application/jsonp",
  "application/json5",
  "json",
  "*/*",
  undefined,
]

const origins: readonly Readonly<Record<string, string | undefined>>[] = [
  { "x-requested-with": undefined },
  { "x-requested-with": "XMLHttpRequest" },
  { "x-requested-with": "Dashboard" },
  { origin: undefined },
  { origin: "null" },
  { origin: "https://evil.test" },
  { origin: `${ownOrigin}.evil.test` },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { origin: "https://evil.test", "sec-fetch-site": "cross-site", "content-type": "text/plain" },
  { origin: "null", "x-requested-with": undefined, "content-type": "text/plain" },
]

const queries: readonly [suffix: string, title: string][] = [
  ["?name=x", "a query"],
  ["?limit=1", "a limit"],
  ["/", "a slash behind"],
  ["/name", "a path behind"],
  ["0", "no guid"],
  ["%2f..", "an encoded slash"],
  ["%00", "an encoded NUL"],
]

const people = ["nobody", "stranger", "hr", "analyst"] as const

const forPeople = (who: Who): HostilePatch[] =>
  [
    [goodWrite],
    [{ op: "test", path: "/city", value: "Aarhus C" }, goodWrite],
    [{ op: "replace", path: "/managerUserId", value: null }],
    [{ op: "add", path: "/selectedCultures/-", value: "en" }],
    [],
  ].map((operations) => ({ title: `${who}: ${print(operations)}`, who, body: print(operations) }))

const parents = ({ id, childId, strangerId }: Target): HostilePatch[] =>
  [id, id.toUpperCase(), childId, strangerId].flatMap((value) =>
    beside(`the parent ${value}`, { op: "replace", path: "/parentId", value }),
  )

const wholes: readonly object[] = [
  ...writesTo("", {}),
  { op: "replace", path: "", value: null },
  { op: "copy", from: "", path: "/locales/0" },
  { op: "move", from: "", path: "/name" },
]

/** Patches of all the kinds that must be refused, all different. */
export function hostilePatches(target: Target): HostilePatch[] {
  return [
    ...fixedFields.flatMap(({ field, operation }) =>
      beside(`${field}: ${print(operation)}`, operation),
    ),
    ...strangeFields.flatMap((field) =>
      ["add", "replace"].flatMap((op) =>
        beside(`${op} of ${print(field)}`, { op, path: `/${field}`, value: "x" }),
      ),
    ),
    ...prototypePaths.flatMap((path) =>
      [...writesTo(path, "polluted"), { op: "test", path, value: null }].map((operation) => ({
        title: print(operation),
        body: print([goodWrite, operation]),
      })),
    ),
    ...arrayTraps.flatMap((path) =>
      ["replace", "remove", "test"].map((op) => ({
        title: `${op} at ${path}`,
        body: print([goodWrite, { op, path, value: "da-DK" }]),
      })),
    ),
    ...invalidCases.flatMap(([field, value]) =>
      beside(`${field} ${print(value)}`, { op: "replace", path: `/${field}`, value }),
    ),
    ...badShapes.map(([title, operation]) => ({ title, body: print([goodWrite, operation]) })),
    ...texts.map(([title, body]) => ({ title, body })),
    ...brokenText.map(([title, body]) => ({ title, body })),
    ...large.map(([title, body]) => ({ title, body })),
    ...failing.flatMap(([path, value]) =>
      beside(`a test of ${path} that fails`, { op: "test", path, value }),
    ),
    ...types.map((type) => ({
      title: `the type ${type}`,
      body: print([goodWrite]),
      headers: { "content-type": type },
    })),
    ...origins.map((headers) => ({
      title: `the headers ${print(Object.entries(headers))}`,
      body: print([goodWrite]),
      headers,
    })),
    ...queries.map(([suffix, title]) => ({ title, body: print([goodWrite]), suffix })),
    ...people.flatMap(forPeople),
    ...parents(target),
    ...wholes.map((operation) => ({
      title: print(operation),
      body: print([goodWrite, operation]),
    })),
  ]
}
