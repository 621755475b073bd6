/** A time zone as people look for it. */
interface ZoneOption {
  readonly zone: string
  /** Its IANA name with blanks. */
  readonly name: string
  /** What the zone's time is called, such as "Central European Time". */
  readonly time: string
  /** Its distance from UTC at the moment, such as "GMT+1". */
  readonly offset: string
}

/** A zone's IANA name as people read it, with blanks. */
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

/** The IANA name of every time zone that the browser knows, and UTC, sorted. */
export const zoneNames = (): string[] =>
  [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted()
