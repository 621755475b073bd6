import type { Line, Seasonal } from "./text"

/** A calendar module's categories, calendars and events. */
export interface CalendarSubject {
  readonly key: string
  readonly name: string
  readonly categories: readonly Line[]
  readonly calendars: readonly Line[]
  readonly events: readonly (Line & Seasonal)[]
  readonly summary: Line
}

export const calendarSubjects: readonly CalendarSubject[] = [
  {
    key: "staff",
    name: "Staff events",
    categories: [
      { "da-DK": "Socialt", "de-DE": "Geselliges", "en-GB": "Social" },
      { "da-DK": "Møde", "de-DE": "Besprechung", "en-GB": "Meeting" },
      { "da-DK": "Sport", "de-DE": "Sport", "en-GB": "Sport" },
      { "da-DK": "Jubilæum", "de-DE": "Jubiläum", "en-GB": "Anniversary" },
    ],
    calendars: [
      { "da-DK": "Fester og ture", "de-DE": "Feste und Ausflüge", "en-GB": "Parties and trips" },
      { "da-DK": "Butiksmøder", "de-DE": "Filialtreffen", "en-GB": "Store meetings" },
      { "da-DK": "Løb og fodbold", "de-DE": "Lauf und Fußball", "en-GB": "Running and football" },
    ],
    events: [
      { season: [6, 8], "da-DK": "Sommerfest", "de-DE": "Sommerfest", "en-GB": "Summer party" },
      { "da-DK": "Morgenmøde", "de-DE": "Morgenrunde", "en-GB": "Morning meeting" },
      {
        season: [11, 12],
        "da-DK": "Julefrokost",
        "de-DE": "Weihnachtsfeier",
        "en-GB": "Christmas lunch",
      },
      { "da-DK": "Firmaløb 5 km", "de-DE": "Firmenlauf 5 km", "en-GB": "Company run 5 km" },
    ],
    summary: {
      "da-DK": "Mød op i personalerummet, tag gerne en kollega med.",
      "de-DE": "Treffpunkt ist der Pausenraum, bringt gern jemanden mit.",
      "en-GB": "Meet in the break room, and bring a colleague.",
    },
  },
  {
    key: "training",
    name: "Training calendar",
    categories: [
      { "da-DK": "Fagligt", "de-DE": "Fachwissen", "en-GB": "Trade knowledge" },
      { "da-DK": "Ledelse", "de-DE": "Führung", "en-GB": "Leadership" },
      { "da-DK": "Sikkerhed", "de-DE": "Sicherheit", "en-GB": "Safety" },
    ],
    calendars: [
      { "da-DK": "Kurser i have", "de-DE": "Gartenkurse", "en-GB": "Garden courses" },
      { "da-DK": "Truckkørekort", "de-DE": "Staplerschein", "en-GB": "Forklift licence" },
      { "da-DK": "Nye ledere", "de-DE": "Neue Führungskräfte", "en-GB": "New managers" },
      { "da-DK": "E-læring", "de-DE": "E-Learning", "en-GB": "E-learning" },
    ],
    events: [
      { "da-DK": "Beskæring for begyndere", "de-DE": "Schnittkurs", "en-GB": "Pruning basics" },
      { "da-DK": "Førstehjælp", "de-DE": "Erste Hilfe", "en-GB": "First aid" },
      { "da-DK": "Den svære samtale", "de-DE": "Schwierige Gespräche", "en-GB": "Hard talks" },
    ],
    summary: {
      "da-DK": "Husk arbejdssko og skriftlig aftale med din leder.",
      "de-DE": "Bitte Arbeitsschuhe und die Zusage der Führungskraft mitbringen.",
      "en-GB": "Bring work shoes and your manager's written agreement.",
    },
  },
  {
    key: "campaigns",
    name: "Kampagnekalender Danmark",
    categories: [
      { "da-DK": "Have", "de-DE": "Garten", "en-GB": "Garden" },
      { "da-DK": "Bolig", "de-DE": "Wohnen", "en-GB": "Home" },
      { "da-DK": "Fødevarer", "de-DE": "Lebensmittel", "en-GB": "Food" },
    ],
    calendars: [
      { "da-DK": "Opstillinger", "de-DE": "Aufbauten", "en-GB": "Displays" },
      { "da-DK": "Tilbudsaviser", "de-DE": "Prospekte", "en-GB": "Leaflets" },
      { "da-DK": "Optællinger", "de-DE": "Inventuren", "en-GB": "Stock counts" },
    ],
    events: [
      {
        season: [10, 11],
        "da-DK": "Opstil juleafdelingen",
        "de-DE": "Weihnachtsaufbau",
        "en-GB": "Build Christmas",
      },
      { "da-DK": "Skift priser", "de-DE": "Preiswechsel", "en-GB": "Change prices" },
      {
        season: [1, 2],
        "da-DK": "Optælling af krukker",
        "de-DE": "Töpfe zählen",
        "en-GB": "Count the pots",
      },
    ],
    summary: {
      "da-DK": "Planogrammet ligger i kampagnemodulet.",
      "de-DE": "Das Planogramm liegt im Kampagnenmodul.",
      "en-GB": "The planogram is in the campaigns module.",
    },
  },
  {
    key: "rooms",
    name: "Meeting rooms (no calendars yet)",
    categories: [],
    calendars: [],
    events: [],
    summary: { "da-DK": "", "de-DE": "", "en-GB": "" },
  },
]
