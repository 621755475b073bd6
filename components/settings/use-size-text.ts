import { useTranslations } from "use-intl"

const units = [
  { name: "gigabytes", bytes: 1e9 },
  { name: "megabytes", bytes: 1e6 },
  { name: "kilobytes", bytes: 1e3 },
] as const

/** Formats bytes in the unit with the fewest digits. */
export function useSizeText(): (bytes: number) => string {
  const t = useTranslations("settings.copies.size")
  return (bytes) => {
    const { name, bytes: of } = units.find((unit) => bytes >= unit.bytes) ?? units[2]
    const size = bytes / of
    return t(name, { size: size < 10 ? Math.round(size * 10) / 10 : Math.round(size) })
  }
}
