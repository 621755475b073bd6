import { describe, expect, test } from "vitest"
import { catalogues } from "./catalogues"
import { type Locale, locales } from "./locale"
import { messagesOf } from "./messages-of"

/** Words that no text of the interface has, and what is written in their place. */
const instead: Readonly<Record<Locale, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bto the departments\b/i, "Choose in the department tree"],
    [/\bon the way of\b/i, "submitted forms"],
    [/\bcopied here\b|\bat once, without/i, "Copied data opens instantly"],
    [/\btogether\b(?! for)(?=.*\bedit)|\bedit(ed)? together\b/i, "Edit several departments"],
    [/\bnamed in the workspace\b/i, "Recent and named"],
    [/\bby id\b/i, "Paste an id"],
    [/\buse an id\b/i, "Paste an id"],
    [/\bwhole (bucket|hour|day|week|month|quarter|year)s?\b/i, "complete days"],
    [/\bbuckets?\b/i, "interval, or what it is: day, week, month"],
    [/\bpartial ones\b|\bare not known\b|\bis not whole\b|\bare not whole\b/i, "incomplete"],
    [/\bat the foot\b|\bout of all comparisons\b/i, "not compared"],
    [/\bspeaks? of\b|\bpeople at a time\b/i, "Shown only for groups of"],
    [
      /\btold\b|\btells?\b(?! an administrator| whoever)|\bcannot be told\b/i,
      "shown, hidden, unclear",
    ],
    [/\bagainst\b/i, "vs"],
    [/\breached in\b/i, "on target on"],
    [/\bweekday below weekday\b/i, "Match weekdays"],
    [/\bchanges on a day\b/i, "Add a change of the target"],
    [/\btak(e|es|en) (.* )?back\b|\bset back\b|\brevert\b/i, "Undo"],
    [/\bread (it )?again\b|\bload again\b|\blook for changes\b|\bsync(ed)?\b/i, "Refresh"],
    [/\bcan go (now|in)\b|\bwho asks\b/i, "Pages load at once"],
    [/\blets others\b|\btenth\b/i, "Everyone gets a fair share"],
    [/\bgoes on\b|\bgo on\b|\bwhile you are away\b/i, "continues, Resume"],
    [/\banother batch\b|\bbatch(es)?\b/i, "bulk edit"],
    [/\bsingle changes\b/i, "Show each department"],
    [/\bbyte order mark, for\b|\bmanifest\b/i, "Open correctly in Excel; Details (JSON)"],
    [/\bnot enabled\b|\bnothing can be done\b/i, "switched off"],
    [/\bone by one\b(?=.*invit)|\binvited one by one\b/i, "Invited individually"],
    [/\bfillings?\b|\bstages?\b/i, "Submission, Step"],
    [/\bas the system\b/i, "Theme: system"],
    [/\bswiped\b/i, "Read"],
    [/\bsorts (before|after)\b/i, "comes before"],
    [/\bplatform (tells|gives|takes|says)\b/i, "provides, supports, accepts"],
    [/\bquestion (cannot|can|is|in the)\b|\bevery question\b|\bexplorations?\b/i, "chart"],
    [/\bstretch(es)?\b|\bmended?\b|\bwhoever\b(?! runs)/i, "period; fix"],
    [/\byou may not read\b/i, "No access"],
  ],
  da: [
    [/\bundervejs i en formular\b/i, "indsendte formularer"],
    [/\bfor at flytte\b/i, "for at navigere"],
    [/\befter id\b|\bbrug et id\b/i, "via id, indsæt et id"],
    [/\bkopieret hertil\b/i, "Kopierede data"],
    [/\btil afdelingerne\b/i, "Vælg i afdelingstræet"],
    [/\bredig[eé]r sam(men|let)\b/i, "Rediger flere afdelinger"],
    [/\bnavngivet i arbejdsområdet\b/i, "Seneste og navngivne"],
    [/\bugedag under ugedag\b/i, "Match ugedage"],
    [/\bhel(t|e) interval(ler)?\b|\bdelvise er udeladt\b/i, "hele dage"],
    [/\bud(e)? af alle sammenligninger\b|\bforneden\b/i, "sammenlignes ikke"],
    [/\bfortæller om\b|\bfortælles\b|\bfortalt\b/i, "vises kun for grupper"],
    [/\bnået i\b/i, "på mål"],
    [/\bhent igen\b|\bse efter ændringer\b|\blæs(t|e)? (den )?igen\b|\bsynkronis/i, "Opdater"],
    [/\bsæt(te|tes|ter)? .*tilbage\b/i, "Fortryd"],
    [/\btiendedel\b/i, "en rimelig andel"],
    [/\bmens du er væk\b/i, "Du kan forlade siden; det fortsætter"],
    [/\bbyte order mark, til\b|\bmanifest\b/i, "Åbn korrekt i Excel"],
    [/\bikke gøres noget ved\b|\bikke slået til\b/i, "slået fra"],
    [/\benkeltvis(?=.*invit)|inviteret enkeltvis/i, "Inviteret individuelt"],
    [/\bsom systemet\b/i, "Tema: system"],
    [/\bswipe(t|de)?\b/i, "Læst"],
    [/\bvisninger af opslag\b/i, "Læsninger"],
    [/\bplatformen (oplyser (id|brug)|fortæller|siger|tager imod)\b/i, "leverer, understøtter"],
    [/\budforskning(er)?\b/i, "diagram"],
  ],
  de: [
    [/\bauf dem Weg eines\b/i, "eingereichten Formularen"],
    [/\bzum Bewegen\b/i, "navigieren"],
    [/\bDatens(atz|ätze)\b.*\bkopier|\bKopie d(ie|es)ses Datensatzes\b/i, "Datenreihe"],
    [/\bEinträge? (öffnen|wurde neu)\b|\bArten von Einträgen\b/i, "Datensatz"],
    [/\bQuoten?\b/, "Kontingent"],
    [/\bwegge?wischt|\bWegwischen\b/i, "Gelesen"],
    [/\bAufrufe von\b/i, "Leser"],
    [/\bnach ID\b/i, "ID einfügen"],
    [/\bID verwenden\b/i, "ID einfügen"],
    [/\bhierher kopiert\b/i, "Kopierte Daten"],
    [/\bZu den Abteilungen\b/i, "Im Abteilungsbaum wählen"],
    [/\bgemeinsam bearbeite/i, "Mehrere Abteilungen bearbeiten"],
    [/\bim Arbeitsbereich benannt$/i, "Zuletzt geöffnet und benannt"],
    [/\bWochentag unter Wochentag\b/i, "Wochentage abgleichen"],
    [/\bAbschnitte?n?\b/, "Intervall, Tag, Woche, Monat"],
    [/\bSpricht von\b|\bsprechen nur von\b|\bwird nichts gesagt\b/i, "Nur für Gruppen ab"],
    [/\bgegen \{/i, "ggü."],
    [
      /\bzurücknehmen\b|\bzurückgenommen\b|\bnimmt .*zurück\b|\bzurücksetz(en|t)\b(?=.*Abteilung)/i,
      "Rückgängig",
    ],
    [
      /\bneu lesen\b|\bneu von der Quelle\b|\bnach Änderungen sehen\b|\bnoch einmal lesen\b|\babgleichen\b(?<!Wochentage abgleichen)/i,
      "Aktualisieren",
    ],
    [/\bZehntel\b/i, "fairen Anteil"],
    [/\bwährend Sie fort sind\b/i, "Sie können die Seite verlassen"],
    [/\bByte[ -]Order[ -]Mark, für\b|\bManifest\b/i, "Korrekt in Excel öffnen"],
    [/\bhier ist nichts zu tun\b|\bnicht (aktiviert|eingeschaltet)\b/i, "ausgeschaltet"],
    [/\beinzeln eingeladen\b/i, "Individuell eingeladen"],
    [/\bAusfüllung\b|\bStufen?\b/, "Einreichung, Schritt"],
    [/\bwie das System\b/i, "System"],
    [/\bdürfen das nicht lesen\b/i, "Kein Zugriff"],
    [/\bPlattform (nennt|gibt|nimmt|sagt)\b/i, "liefert, unterstützt, akzeptiert"],
  ],
}

function* textsIn(node: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof node === "string") yield [path, withoutNames(node)]
  else
    for (const [name, child] of Object.entries(node ?? {})) yield* textsIn(child, `${path}.${name}`)
}

/** A message without the names of its values, which nobody reads. */
const withoutNames = (message: string) => message.replaceAll(/\{\w+(?=[,}])/g, "{")

/** Every text that people read in a language, by its name. */
function textsOf(locale: Locale): readonly (readonly [string, string])[] {
  const { operations, containers } = catalogues[locale]
  return [
    ...Object.entries(messagesOf(locale)).flatMap(([name, texts]) => [...textsIn(texts, name)]),
    ...operations.map(({ id, title }) => [`operations.${id}`, title] as const),
    ...Object.entries(containers).map(
      ([kind, { title }]) => [`containers.${kind}`, title] as const,
    ),
  ]
}

describe.each(locales)("the texts in %s", (locale) => {
  test("have none of the words that stop a reader", () => {
    const found = textsOf(locale).flatMap(([name, text]) =>
      instead[locale].flatMap(([word, better]) => {
        const match = word.exec(text)
        return match ? [`${name}: “${match[0]}” in “${text}”; better: ${better}`] : []
      }),
    )
    expect(found).toEqual([])
  })

  test("call saved views and readers by names of their own", () => {
    const { views, records } = messagesOf(locale)
    expect(records.views.title).not.toBe(views.label)
  })
})
