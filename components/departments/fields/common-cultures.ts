/** Cultures that organisations commonly use, offered first; any other of BCP 47 can be typed. */
export const commonCultures: readonly string[] = [
  ...["ar-SA", "bg-BG", "bs-BA", "ca-ES", "cs-CZ", "da-DK", "de-AT", "de-CH", "de-DE", "el-GR"],
  ...["en-GB", "en-IE", "en-US", "es-ES", "es-MX", "et-EE", "fa-IR", "fi-FI", "fo-FO", "fr-BE"],
  ...["fr-CH", "fr-FR", "he-IL", "hi-IN", "hr-HR", "hu-HU", "is-IS", "it-CH", "it-IT", "ja-JP"],
  ...["kl-GL", "ko-KR", "lb-LU", "lt-LT", "lv-LV", "mk-MK", "nb-NO", "nl-BE", "nl-NL", "nn-NO"],
  ...["pl-PL", "pt-BR", "pt-PT", "ro-RO", "ru-RU", "sk-SK", "sl-SI", "sq-AL", "sr-RS", "sv-FI"],
  ...["sv-SE", "th-TH", "tr-TR", "uk-UA", "vi-VN", "zh-CN", "zh-TW"],
]

/** The code that somebody types, in its canonical form; undefined where it is no culture with a name. */
export function readCulture(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll("_", "-"))[0]
  } catch {
    return undefined
  }
}
