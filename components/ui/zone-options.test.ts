import { expect, test } from "vitest"
import { zoneNames, zoneOption } from "./zone-options"

const winter = new Date("2026-01-15T12:00:00Z")
const summer = new Date("2026-07-15T12:00:00Z")

test("a zone has its name, its time and its current offset in the reader's language", () => {
  expect(zoneOption("de", "Europe/Copenhagen", winter)).toEqual({
    zone: "Europe/Copenhagen",
    name: "Europe/Copenhagen",
    time: "Mitteleuropäische Zeit",
    offset: "GMT+1",
  })
  expect(zoneOption("en", "Europe/Copenhagen", summer).offset).toBe("GMT+2")
  expect(zoneOption("en", "America/New_York", winter).name).toBe("America/New York")
})

test("every zone of the runtime and UTC are offered once", () => {
  const zones = zoneNames()
  expect(new Set(zones)).toEqual(new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]))
  expect(zones).toHaveLength(new Set(zones).size)
})
