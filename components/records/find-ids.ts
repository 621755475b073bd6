const guid = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/gi

/** The ids in a text, in their order and lower case: those of an address of the API, for instance. */
export const findIds = (text: string): string[] =>
  (text.match(guid) ?? []).map((id) => id.toLowerCase())
