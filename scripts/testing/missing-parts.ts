import {
  type Catalogue,
  type Field,
  type Fields,
  fieldsOf,
  type Operation,
  ownValue,
  type RecordType,
} from "@/lib/catalogue"
import { readDocuments } from "@/lib/catalogue/testing/read-specification"
import da from "@/lib/client/messages/da/operations.json"
import de from "@/lib/client/messages/de/operations.json"
import { type Locale, locales } from "@/lib/client/messages/locale"
import { messagesOf } from "@/lib/client/messages/messages-of"
import type { CatalogueTexts } from "@/lib/client/messages/translate-catalogue"
import { listContainers } from "@/service/demo/containers"
import { countsFor } from "@/service/demo/counts"
import { listsOf, recordNames } from "@/service/demo/test-rows"

const scale = 0.001

/** The names that a group of texts or parts lacks. */
const missingIn = (group: object = {}, names: readonly string[], prefix = ""): string[] =>
  names
    .filter((name) => !Object.hasOwn(group, name))
    .map((name) => (prefix ? `${prefix}.${name}` : name))

function missingInDocuments({ method, version, path }: Operation): string[] {
  const { decisions } = readDocuments()
  const isListed = decisions.includes(`| ${method} /${version}${path} `)
  return isListed ? [] : ["docs/specification/decisions.md: a row of the inventory"]
}

/**
 * A list needs three rows, and if its path has ids, a second list needs three too; a record that is
 * read by id needs one.
 */
function missingRows({ kind, record }: Operation, { scope }: RecordType): string[] {
  const name = recordNames.find((known) => known === record)
  const lists = name ? listsOf(name, scale) : []
  const isList = kind === "list"
  const full = lists.filter((rows) => rows.length >= (isList ? 3 : 1))
  const isEnough = full.length >= (isList && scope.length > 0 ? 2 : 1)
  return isEnough ? [] : [`service/demo/records.ts: rows of "${record}"`]
}

function missingGates({ parameters, gates = [] }: Operation): string[] {
  const containers = [...listContainers(countsFor(scale))]
  return gates.flatMap(({ parameter, feature }) => {
    const kind = parameters[parameter]
    const gated = containers.filter((container) => container.kind === kind)
    const states = new Set(gated.map(({ features = [] }) => features.includes(feature)))
    return states.size === 2
      ? []
      : [`service/demo/containers.ts: "${kind}" with "${feature}" switched on, and one with it off`]
  })
}

const translations = { da, de } satisfies Record<Exclude<Locale, "en">, CatalogueTexts>

/** The texts that the catalogue has in English and `operations.json` in the other languages. */
function missingTranslations(locale: keyof typeof translations, operation: Operation): string[] {
  const { id, note, deprecated, gates = [], parameters } = operation
  const texts: CatalogueTexts = translations[locale]
  const missing = [
    ...missingIn(texts.titles, [id], "titles"),
    ...missingIn(texts.notes, note ? [id] : [], "notes"),
    ...missingIn(texts.deprecations, deprecated ? [id] : [], "deprecations"),
    ...gates.flatMap(({ feature, parameter }) =>
      missingIn(texts.features[feature], [parameter], `features.${feature}`),
    ),
    ...missingIn(texts.containers, Object.values(parameters), "containers"),
  ]
  return missing.map((name) => `lib/client/messages/${locale}/operations.json: ${name}`)
}

type NamedField = readonly [name: string, field: { readonly values?: readonly string[] }]

/** Every field with its name, at any depth. */
const namedFields = (fields: Fields): NamedField[] =>
  Object.entries(fields).flatMap(([name, field]) => namedField(name, field))

function namedField(name: string, field: Field): NamedField[] {
  if (field.type === "array") return namedField(name, field.items)
  return field.type === "object" ? [[name, {}], ...namedFields(field.fields)] : [[name, field]]
}

/** The missing names of areas, fields and values in a language. */
function missingLabels(locale: Locale, { area, domain }: Operation, fields: Fields): string[] {
  const messages = messagesOf(locale)
  const labels: { readonly [field: string]: object } = messages.values
  const named = [...namedFields(fields)]
  const missing = [
    ...missingIn(messages.frame.areas, [area], "frame.json: areas"),
    ...missingIn(messages.frame.areaNotes, [area], "frame.json: areaNotes"),
    ...missingIn(messages.frame.domains, [domain], "frame.json: domains"),
    ...missingIn(
      messages.fields,
      named.map(([name]) => name),
    ).map((name) => `fields.json: ${name}`),
    ...named.flatMap(([name, { values = [] }]) =>
      missingIn(labels[name], values, `values.json: ${name}`),
    ),
  ]
  return [...new Set(missing)].map((name) => `lib/client/messages/${locale}/${name}`)
}

/**
 * Everything that an operation needs besides its entry and lacks, each with its file; if its record
 * is unknown, only that.
 */
export function findMissingParts(catalogue: Catalogue, operation: Operation): string[] {
  const record = ownValue(catalogue.records, operation.record)
  if (!record) return [`lib/catalogue/records.ts: "${operation.record}"`]
  const kinds = missingIn(catalogue.containers, Object.values(operation.parameters))
  const fields = fieldsOf(catalogue, operation)
  return [
    ...kinds.map((kind) => `lib/catalogue/containers.ts: "${kind}"`),
    ...missingInDocuments(operation),
    ...missingRows(operation, record),
    ...missingGates(operation),
    ...missingTranslations("da", operation),
    ...missingTranslations("de", operation),
    ...locales.flatMap((locale) => missingLabels(locale, operation, fields)),
  ]
}
