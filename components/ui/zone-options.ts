/** The searchable texts of a time zone. */
interface ZoneOption {
  readonly zone: string
  /** Its IANA name with blanks. */
  readonly name: string
  /** The name of the zone's time, such as "Central European Time". */
  readonly time: string
  /** Its current offset from UTC, such as "GMT+1". */
  readonly offset: string
}

/** A zone's IANA name with blanks, for display. */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ")

const namePart = (locale: string, zone: string, style: "longGeneric" | "shortOffset", at: Date) =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? ""

/** A zone in a language, with its offset at a moment. */
export const zoneOption = (locale: string, zone: string, at: Date): ZoneOption => ({
  zone,
  name: zoneName(zone),
  time: namePart(locale, zone, "longGeneric", at),
  offset: namePart(locale, zone, "shortOffset", at),
})

/** The IANA names of all time zones that the browser knows, and UTC, sorted. */
export const zoneNames = (): string[] =>
  [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted()
