import type { Catalogue, NamedRecords, Operation, RecordType } from "@/lib/catalogue"

interface Texts {
  readonly [name: string]: string
}

/**
 * A catalogue's texts in another language: by operation, container, feature and path parameter,
 * record and field.
 */
export interface CatalogueTexts {
  readonly titles: Texts
  readonly containers: Texts
  readonly features: { readonly [feature: string]: Texts }
  readonly notes: Texts
  readonly deprecations: Texts
  readonly fields: { readonly [record: string]: Texts }
}

const mapValues = <A, B>(entries: { readonly [name: string]: A }, map: (a: A, name: string) => B) =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, map(entry, name)]))

function translateNamed({ id, title, note, ...rest }: NamedRecords, texts: CatalogueTexts) {
  const own = `all-${id}`
  return { ...rest, id, title: texts.titles[own] ?? title, note: texts.notes[own] ?? note }
}

const translateOperation = (operation: Operation, texts: CatalogueTexts): Operation => ({
  ...operation,
  title: texts.titles[operation.id] ?? operation.title,
  ...(operation.kind === "list" &&
    texts.titles[`all-${operation.id}`] && {
      wholeTitle: texts.titles[`all-${operation.id}`],
    }),
  ...(operation.kind === "single" &&
    operation.namedRecords && { namedRecords: translateNamed(operation.namedRecords, texts) }),
  ...(operation.note && { note: texts.notes[operation.id] ?? operation.note }),
  ...(operation.deprecated && {
    deprecated: {
      ...operation.deprecated,
      note: texts.deprecations[operation.id] ?? operation.deprecated.note,
    },
  }),
  ...(operation.gates && {
    gates: operation.gates.map((gate) => ({
      ...gate,
      title: texts.features[gate.feature]?.[gate.parameter] ?? gate.title,
    })),
  }),
})

const translateRecord = (record: RecordType, texts: Texts = {}): RecordType => ({
  ...record,
  fields: mapValues(record.fields, (field, name) =>
    field.deprecated
      ? {
          ...field,
          deprecated: { ...field.deprecated, note: texts[name] ?? field.deprecated.note },
        }
      : field,
  ),
})

/** Translates the displayed texts of a catalogue; missing texts stay English. */
export const translateCatalogue = (catalogue: Catalogue, texts: CatalogueTexts): Catalogue => ({
  operations: catalogue.operations.map((operation) => translateOperation(operation, texts)),
  containers: mapValues(catalogue.containers, (container, kind) => ({
    ...container,
    title: texts.containers[kind] ?? container.title,
  })),
  records: mapValues(catalogue.records, (record, name) =>
    translateRecord(record, texts.fields[name]),
  ),
})
