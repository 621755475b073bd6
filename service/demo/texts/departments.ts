import type { Line } from "./text"

/** The departments of a store, and which of them have parts of their own. */
export const storeDepartments: readonly { name: Line; parts: readonly Line[] }[] = [
  {
    name: { "da-DK": "Have", "de-DE": "Garten", "en-GB": "Garden" },
    parts: [
      { "da-DK": "Planter", "de-DE": "Pflanzen", "en-GB": "Plants" },
      { "da-DK": "Havemøbler", "de-DE": "Gartenmöbel", "en-GB": "Garden furniture" },
    ],
  },
  {
    name: { "da-DK": "Fødevarer", "de-DE": "Lebensmittel", "en-GB": "Food" },
    parts: [
      { "da-DK": "Bageri", "de-DE": "Bäckerei", "en-GB": "Bakery" },
      { "da-DK": "Frugt og grønt", "de-DE": "Obst und Gemüse", "en-GB": "Fruit and vegetables" },
    ],
  },
  {
    name: { "da-DK": "Bolig", "de-DE": "Wohnen", "en-GB": "Home" },
    parts: [{ "da-DK": "Lamper", "de-DE": "Leuchten", "en-GB": "Lighting" }],
  },
  {
    name: {
      "da-DK": "Kasse og service",
      "de-DE": "Kasse und Service",
      "en-GB": "Tills and service",
    },
    parts: [{ "da-DK": "Click & collect", "de-DE": "Click & Collect", "en-GB": "Click & collect" }],
  },
]

export const parcelPoint: Line = {
  "da-DK": "Pakkeshop",
  "de-DE": "Paketshop",
  "en-GB": "Parcel shop",
}

/** Teams at headquarters, with realistic names. */
export const teams: readonly string[] = [
  "Legal, Risk & Compliance",
  "Facilities/Cleaning ~ night shift",
  "R&D <Garden Lab>",
  '"Quick wins" task force',
  "O'Brien's team",
  "C:\\Migration (until 2027)",
  "50 % posts; part-time pool",
  "=Budget+Forecast",
  "فريق الترجمة",
  "צוות הגינון / Gartenteam",
  "🌱 Apprentices 👩🏽‍🌾",
  "Special projects",
  "Special projects",
  "Working group for the harmonisation of occupational health, safety at work, absence management and the return to work after long illness in Denmark, Germany and the United Kingdom",
]

/** A department's description, by type. `{name}` is its name. */
export const departmentDescriptions: { readonly [type: string]: Line } = {
  Company: {
    "da-DK": "{name}: have, bolig og mad i tre lande.",
    "de-DE": "{name}: Garten, Wohnen und Lebensmittel in drei Ländern.",
    "en-GB": "{name}: garden, home and food in three countries.",
  },
  Store: {
    "da-DK": "{name}. Åbent hverdage 9–20, lørdag 9–18, søndag 10–17.",
    "de-DE": "{name}. Geöffnet Montag bis Samstag 9–20 Uhr.",
    "en-GB": "{name}. Open weekdays 9–8, Saturday 9–6, Sunday 10–4.",
  },
  Other: {
    "da-DK": "{name} forsyner butikkerne seks dage om ugen.",
    "de-DE": "{name} beliefert die Filialen an sechs Tagen in der Woche.",
    "en-GB": "{name} supplies the stores six days a week.",
  },
  Partner: {
    "da-DK": "{name} driver afdelinger i vores butikker for egen regning.",
    "de-DE": "{name} betreibt Abteilungen in unseren Filialen auf eigene Rechnung.",
    "en-GB": "{name} runs departments in our stores at its own expense.",
  },
}

export const plainDescription: Line = {
  "da-DK": "{name}, en del af Nordlys.",
  "de-DE": "{name}, ein Teil von Nordlys.",
  "en-GB": "{name}, part of Nordlys.",
}
