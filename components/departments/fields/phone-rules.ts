import { useEffect, useState } from "react"

/** A calling code and the countries that share it, the main one first, as ISO 3166 codes. */
export interface CallingCode {
  readonly code: number
  readonly countries: readonly string[]
}

/** What a country's rules say of a number's length. */
export type LengthDoubt = "tooShort" | "tooLong" | "impossible"

/** What the world's telephone numbering plans say. */
export interface PhoneRules {
  readonly codes: readonly CallingCode[]
  /** What is doubtful about a number of digits under a calling code; undefined where it is possible, or nothing is known. */
  doubtOf(code: number, digits: string): LengthDoubt | undefined
  /** The parts of an international number, `+45 12 34 56 78` or `0045…`; undefined where it is none. */
  split(text: string): { readonly countryCode: number; readonly number: string } | undefined
}

const doubts: { readonly [result: string]: LengthDoubt } = {
  TOO_SHORT: "tooShort",
  TOO_LONG: "tooLong",
  INVALID_LENGTH: "impossible",
}

async function load(): Promise<PhoneRules> {
  const [{ parsePhoneNumberFromString, validatePhoneNumberLength }, { default: metadata }] =
    await Promise.all([import("libphonenumber-js/core"), import("libphonenumber-js/min/metadata")])
  const codes = Object.entries(metadata.country_calling_codes).map(([code, countries]) => ({
    code: Number(code),
    countries,
  }))
  const known = new Set(codes.map(({ code }) => code))
  return {
    codes,
    doubtOf(code, digits) {
      if (!known.has(code)) return undefined
      return doubts[validatePhoneNumberLength(`+${code}${digits}`, metadata) ?? ""]
    },
    split(text) {
      const international = text.trim().replace(/^00/, "+")
      if (!international.startsWith("+")) return undefined
      const parsed = parsePhoneNumberFromString(international, metadata)
      return (
        parsed && {
          countryCode: Number(parsed.countryCallingCode),
          number: parsed.nationalNumber,
        }
      )
    },
  }
}

let loading: Promise<PhoneRules> | undefined

/** The rules, which are read when a number is first shown in a form. */
export function loadPhoneRules(): Promise<PhoneRules> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The rules once they are there; a form goes on without them. */
export function usePhoneRules(): PhoneRules | undefined {
  const [rules, setRules] = useState<PhoneRules>()
  useEffect(() => {
    loadPhoneRules().then(
      (loaded) => setRules(loaded),
      () => {},
    )
  }, [])
  return rules
}

/** A number as it is stored: without the signs with which people group digits. */
export const bareNumber = (text: string): string => text.replaceAll(/[\s().\-/]/g, "")
