import { anchor, day, hour, printInstant } from "../anchor"
import { gapAt, withGap } from "../gaps"
import { userId } from "../people"
import { type RandomStream, streamOf } from "../random"
import type { DemoRow, Values } from "../rows"
import { departmentDescriptions, plainDescription } from "../texts/departments"
import { type Language, languages } from "../texts/text"
import type { DepartmentNode } from "./tree"

type Department = Values<"department">

/** The night of the first import of the tree. Most records share this time to the second. */
const importNight = Date.UTC(2019, 2, 1, 2)
const yearOf = (years: number) => years * 365 * day

/** A text as it appears in URLs: `aarhus-c`. */
export const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "oe")
    .replaceAll("å", "aa")
    .replaceAll("æ", "ae")
    .normalize("NFD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

/** A store's departments share its address and mailbox. Levels below have neither. */
const hasAddress = (node: DepartmentNode) => node.type === "Store" || node.type === "Department"

function times(node: DepartmentNode, random: RandomStream) {
  const imported = node.store === undefined ? 0.9 : 0.6
  const created = random.chance(imported)
    ? importNight
    : importNight + Math.floor((random.fraction() * yearOf(6)) / hour) * hour
  const changed = random.chance(0.3)
    ? created
    : created + Math.floor((random.fraction() * (anchor - created)) / 1000) * 1000
  return { creationDateTime: printInstant(created), lastModifiedDateTime: printInstant(changed) }
}

function address(node: DepartmentNode) {
  if (!hasAddress(node) || !node.country || !node.town)
    return { addressLine: null, addressLine2: null, zipCode: null, city: null }
  const random = streamOf("address", ...node.town)
  const [street, number] = [random.pick(node.country.streets), random.whole(1, 120)]
  const line = node.country.code === "UK" ? `${number} ${street}` : `${street} ${number}`
  return {
    addressLine: random.orNull(0.02, line),
    addressLine2: random.chance(0.15) ? random.pick(["1. sal", "Retail Park", "Unit 4"]) : null,
    zipCode: node.town[1],
    city: node.town[0],
  }
}

/** Number ranges that are not in use, or not assigned to anybody known. */
const phoneStarts: { readonly [code: string]: string } = {
  DK: "70999",
  DE: "3023125",
  UK: "1632960",
}

function phone(node: DepartmentNode, random: RandomStream): Department["phoneNumber"] {
  if (!node.country || !hasAddress(node) || random.chance(0.08)) return null
  const number = `${phoneStarts[node.country.code]}${random.whole(0, 999).toString().padStart(3, "0")}`
  const full = { countryCode: node.country.phoneCode, number }
  return withGap(full, gapAt(node.store ?? 0, ["countryCode", "number"], 40))
}

function cultures(node: DepartmentNode, random: RandomStream) {
  const main: Language = node.country?.culture ?? "en-GB"
  const text = departmentDescriptions[node.type] ?? plainDescription
  const described = languages.filter((culture) => culture === main || random.chance(0.5))
  const locales = described.map((culture) => {
    const description = text[culture].replace("{name}", () => node.name)
    const gap = gapAt(node.store ?? 0, ["culture", "description"], 42)
    return withGap({ culture, description }, culture === main ? undefined : gap)
  })
  return {
    contentCulture: random.orNull(0.04, main),
    uiCulture: random.orNull(0.06, main),
    selectedCultures: random.orNull(0.1, [...new Set([main, ...described])]),
    locales: node.type === "Subdepartment" && random.chance(0.5) ? null : locales,
    userLanguageEnabled: random.orNull(0.05, random.chance(0.7)),
  }
}

function visibility(random: RandomStream) {
  const mostly = (share: number) => random.orNull(0.03, random.chance(share))
  return {
    showInContacts: mostly(0.9),
    showInHighscores: mostly(0.7),
    showInActivityStatistics: mostly(0.95),
    showDepartmentManagerPublic: mostly(0.6),
    showEmployeeList: mostly(0.5),
    showDepartmentUsersInPublicContacts: mostly(0.4),
    showDepartmentInTaggingOverview: mostly(0.8),
    showUsersInTaggingOverview: mostly(0.6),
    showContactList: mostly(0.75),
  }
}

function emailOf(node: DepartmentNode): string {
  const mailbox = node.town ? `store-${node.town[0]}` : node.key.split("/").slice(-2).join("-")
  return `${slug(mailbox)}@nordlys.example`
}

const dataSources = { "store-master": 6, "hr-import": 3, manual: 1 } as const

/** The record of a department. About one in fifteen optional fields is null. */
export function departmentRow(node: DepartmentNode): DemoRow<"department"> {
  const random = streamOf("department", node.key)
  const number = random.whole(0, 9999).toString().padStart(4, "0")
  const values: Department = {
    id: node.id,
    ...times(node, random),
    name: node.name,
    parentId: node.parent?.id ?? null,
    externalId: random.orNull(
      node.type === "Subdepartment" ? 0.4 : 0.03,
      `${node.country?.code ?? "NL"}-${number}`,
    ),
    dataSource: random.orNull(0.08, random.weighted(dataSources)),
    ...address(node),
    defaultPhoneCountryCode: random.orNull(0.1, node.country?.phoneCode ?? 45),
    phoneNumber: phone(node, random),
    managerUserId: random.orNull(0.08, userId(random.whole(0, 999))),
    ...visibility(random),
    ...cultures(node, random),
    type: node.type,
    timeZone: random.orNull(0.03, node.country?.timeZone ?? "Europe/Copenhagen"),
    email: node.type === "Subdepartment" ? null : random.orNull(0.04, emailOf(node)),
  }
  return { scope: {}, values }
}
