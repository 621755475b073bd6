import type { Language } from "./text"

/** A town with a store: name, postcode, and half of the region by its position in the list. */
export type Town = readonly [name: string, zipCode: string]

export interface RegionTowns {
  readonly name: string
  readonly districts: readonly [string, string]
  readonly towns: readonly Town[]
}

export interface CountryTowns {
  readonly code: "DK" | "DE" | "UK"
  readonly name: string
  readonly culture: Language
  readonly timeZone: string
  readonly phoneCode: number
  readonly streets: readonly string[]
  readonly regions: readonly RegionTowns[]
}

export const countries: readonly CountryTowns[] = [
  {
    code: "DK",
    name: "Danmark",
    culture: "da-DK",
    timeZone: "Europe/Copenhagen",
    phoneCode: 45,
    streets: ["Algade", "Søndergade", "Nørregade", "Storegade", "Vestergade", "Jernbanegade"],
    regions: [
      {
        name: "Hovedstaden",
        districts: ["København", "Nordsjælland"],
        towns: [
          ["København Ø", "2100"],
          ["Hillerød", "3400"],
          ["København S", "2300"],
          ["Helsingør", "3000"],
          ["Frederiksberg", "2000"],
          ["Hellerup", "2900"],
          ["København N", "2200"],
          ["Kongens Lyngby", "2800"],
        ],
      },
      {
        name: "Sjælland",
        districts: ["Østsjælland", "Vest- og Sydsjælland"],
        towns: [
          ["Roskilde", "4000"],
          ["Slagelse", "4200"],
          ["Køge", "4600"],
          ["Holbæk", "4300"],
          ["Ringsted", "4100"],
          ["Næstved", "4700"],
          ["Greve", "2670"],
          ["Nykøbing Falster", "4800"],
        ],
      },
      {
        name: "Syddanmark",
        districts: ["Fyn", "Sydjylland"],
        towns: [
          ["Odense C", "5000"],
          ["Kolding", "6000"],
          ["Svendborg", "5700"],
          ["Esbjerg", "6700"],
          ["Nyborg", "5800"],
          ["Vejle", "7100"],
          ["Middelfart", "5500"],
          ["Sønderborg", "6400"],
        ],
      },
      {
        name: "Midtjylland",
        districts: ["Østjylland", "Vestjylland"],
        towns: [
          ["Aarhus C", "8000"],
          ["Herning", "7400"],
          ["Randers C", "8900"],
          ["Viborg", "8800"],
          ["Horsens", "8700"],
          ["Holstebro", "7500"],
          ["Silkeborg", "8600"],
          ["Skive", "7800"],
        ],
      },
      {
        name: "Nordjylland",
        districts: ["Aalborg", "Vendsyssel og Thy"],
        towns: [
          ["Aalborg", "9000"],
          ["Hjørring", "9800"],
          ["Hobro", "9500"],
          ["Frederikshavn", "9900"],
          ["Brønderslev", "9700"],
          ["Thisted", "7700"],
        ],
      },
    ],
  },
  {
    code: "DE",
    name: "Deutschland",
    culture: "de-DE",
    timeZone: "Europe/Berlin",
    phoneCode: 49,
    streets: [
      "Hauptstraße",
      "Bahnhofstraße",
      "Marktplatz",
      "Königstraße",
      "Lindenallee",
      "Am Ring",
    ],
    regions: [
      {
        name: "Nord",
        districts: ["Hamburg und Küste", "Schleswig-Holstein"],
        towns: [
          ["Hamburg", "20095"],
          ["Kiel", "24103"],
          ["Rostock", "18055"],
          ["Flensburg", "24937"],
          ["Schwerin", "19053"],
          ["Lübeck", "23552"],
        ],
      },
      {
        name: "Niedersachsen",
        districts: ["Hannover", "Weser-Ems"],
        towns: [
          ["Hannover", "30159"],
          ["Bremen", "28195"],
          ["Braunschweig", "38100"],
          ["Oldenburg", "26122"],
          ["Göttingen", "37073"],
          ["Osnabrück", "49074"],
        ],
      },
      {
        name: "Nordrhein-Westfalen",
        districts: ["Rheinland", "Westfalen"],
        towns: [
          ["Köln", "50667"],
          ["Dortmund", "44135"],
          ["Düsseldorf", "40213"],
          ["Münster", "48143"],
          ["Aachen", "52062"],
          ["Bielefeld", "33602"],
        ],
      },
      {
        name: "Ost",
        districts: ["Berlin-Brandenburg", "Sachsen und Thüringen"],
        towns: [
          ["Berlin", "10115"],
          ["Leipzig", "04109"],
          ["Potsdam", "14467"],
          ["Dresden", "01067"],
          ["Magdeburg", "39104"],
          ["Erfurt", "99084"],
        ],
      },
      {
        name: "Südwest",
        districts: ["Württemberg", "Baden"],
        towns: [
          ["Stuttgart", "70173"],
          ["Karlsruhe", "76133"],
          ["Ulm", "89073"],
          ["Freiburg im Breisgau", "79098"],
          ["Heilbronn", "74072"],
          ["Mannheim", "68159"],
        ],
      },
      {
        name: "Bayern",
        districts: ["Südbayern", "Franken"],
        towns: [
          ["München", "80331"],
          ["Nürnberg", "90402"],
          ["Augsburg", "86150"],
          ["Würzburg", "97070"],
          ["Regensburg", "93047"],
          ["Bamberg", "96047"],
        ],
      },
    ],
  },
  {
    code: "UK",
    name: "United Kingdom",
    culture: "en-GB",
    timeZone: "Europe/London",
    phoneCode: 44,
    streets: ["High Street", "Market Place", "Station Road", "Castle Street", "Mill Lane"],
    regions: [
      {
        name: "Scotland",
        districts: ["Central Belt", "Highlands and North East"],
        towns: [
          ["Edinburgh", "EH2 2BY"],
          ["Aberdeen", "AB10 1HW"],
          ["Glasgow", "G1 2FF"],
          ["Inverness", "IV1 1QA"],
          ["Stirling", "FK8 2QG"],
          ["Dundee", "DD1 1DB"],
        ],
      },
      {
        name: "North",
        districts: ["Yorkshire and North East", "North West"],
        towns: [
          ["Leeds", "LS1 6LG"],
          ["Manchester", "M2 3AE"],
          ["York", "YO1 8RX"],
          ["Liverpool", "L1 8JQ"],
          ["Newcastle upon Tyne", "NE1 7AL"],
          ["Chester", "CH1 2HQ"],
        ],
      },
      {
        name: "Midlands and East",
        districts: ["Midlands", "East"],
        towns: [
          ["Birmingham", "B2 4QA"],
          ["Norwich", "NR2 1LD"],
          ["Nottingham", "NG1 2GN"],
          ["Cambridge", "CB2 3NA"],
          ["Leicester", "LE1 4FR"],
          ["Ipswich", "IP1 3BE"],
        ],
      },
      {
        name: "South and Wales",
        districts: ["South", "West and Wales"],
        towns: [
          ["Oxford", "OX1 1HB"],
          ["Bristol", "BS1 3BX"],
          ["Southampton", "SO15 1QE"],
          ["Cardiff", "CF10 1AZ"],
          ["Brighton", "BN1 2RG"],
          ["Exeter", "EX4 3PZ"],
        ],
      },
    ],
  },
]
