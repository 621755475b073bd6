import { useEffect, useState } from "react"

/** A calling code and the countries that share it as ISO 3166 codes, the main one first. */
export interface CallingCode {
  readonly code: number
  readonly countries: readonly string[]
}

/** Problems with a number's length by the country's rules. */
export type LengthDoubt = "tooShort" | "tooLong" | "impossible"

/** The world's telephone numbering plans. */
export interface PhoneRules {
  readonly codes: readonly CallingCode[]
  /**
   * The problem with digits under a calling code; undefined if they are possible, or the code is
   * unknown.
   */
  doubtOf(code: number, digits: string): LengthDoubt | undefined
  /** Splits an international number, `+45 12 34 56 78` or `0045…`; undefined if it is not one. */
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

/** Loads the rules; called when a form first shows a number. */
export function loadPhoneRules(): Promise<PhoneRules> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The rules once loaded; forms work without them. */
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

/** A number as stored, without the characters that group digits. */
export const bareNumber = (text: string): string => text.replaceAll(/[\s().\-/]/g, "")
