/** A course with its four lessons. */
export interface CourseText {
  readonly name: string
  readonly lessons: readonly [string, string, string, string]
}

const course = (name: string, ...lessons: CourseText["lessons"]): CourseText => ({ name, lessons })

/** The 24 courses of the demo company. */
export const courseTexts: readonly CourseText[] = [
  course(
    "Welcome to Nordlys",
    "Who we are",
    "Your first week",
    "Staff benefits",
    "Who helps with what",
  ),
  course("Food hygiene", "Hand washing", "The cold chain", "Allergens", "Cleaning the counter"),
  course(
    "Fire safety",
    "Escape routes",
    "Extinguishers",
    "Evacuating customers",
    "After the alarm",
  ),
  course("First aid", "The first minute", "Resuscitation", "Cuts and burns", "Calling for help"),
  course("At the till", "Greeting and scanning", "Cash handling", "Returns", "Closing the till"),
  course(
    "Age checks",
    "Which goods need a check",
    "Asking for identification",
    "Saying no",
    "Test purchases",
  ),
  course(
    "Customer service",
    "The first impression",
    "Listening well",
    "Handling complaints",
    "Selling more, kindly",
  ),
  course(
    "Difficult conversations",
    "Preparing yourself",
    "Staying calm",
    "Finding a way",
    "Following up",
  ),
  course("Lifting and carrying", "Your back", "Pallet trucks", "Ladders", "Working in pairs"),
  course("Forklift refresher", "Daily inspection", "Right of way", "Stacking", "Charging safely"),
  course(
    "Data protection",
    "Personal data",
    "Cameras in the store",
    "Customer requests",
    "Reporting a breach",
  ),
  course("Information security", "Passwords", "Phishing", "Devices on the shop floor", "Visitors"),
  course(
    "Plants in spring",
    "Sowing and potting",
    "Soil and compost",
    "Watering",
    "Plants that bees like",
  ),
  course(
    "Garden furniture",
    "Wood and weather",
    "Assembly",
    "Care products",
    "Delivery and warranty",
  ),
  course("Bakery basics", "Baking plan", "Oven safety", "Displaying bread", "Less food waste"),
  course(
    "Fruit and vegetables",
    "Receiving goods",
    "Ripeness",
    "Storage temperatures",
    "Turning waste into value",
  ),
  course(
    "Lighting advice",
    "Lumen and kelvin",
    "Choosing a lamp",
    "Outdoor lighting",
    "Recycling lamps",
  ),
  course(
    "Click & collect",
    "Picking orders",
    "Substitutions",
    "Handing over",
    "Orders nobody collects",
  ),
  course(
    "Stock counting",
    "Preparing the count",
    "Counting zones",
    "Differences",
    "Closing the count",
  ),
  course(
    "Shelf and price labels",
    "Reading the plan",
    "Changing prices",
    "Campaign signs",
    "Checking the shelf",
  ),
  course(
    "Leading a shift",
    "Handover",
    "Planning breaks",
    "Giving feedback",
    "When someone calls in sick",
  ),
  course(
    "Recruiting and onboarding",
    "Writing the advert",
    "The interview",
    "The first day",
    "The first hundred days",
  ),
  course(
    "Working environment",
    "Noise and light",
    "Stress signals",
    "Near misses",
    "The safety round",
  ),
  course(
    "Sustainability in the store",
    "Sorting waste",
    "Saving energy",
    "Certified goods",
    "Asking suppliers",
  ),
]

/** The questions of each lesson, used five times. */
export const quizTexts: readonly string[] = [
  "Which step comes first?",
  "Who is responsible?",
  "What must never happen?",
  "What do you do when something goes wrong?",
  "Where is it written down?",
]
