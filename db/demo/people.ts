import type { DemoPerson, StudentKey } from "./shape.ts";

const DAY = 24 * 60;

const staff = [
  {
    key: "admin",
    name: "Meera Raghavan",
    email: "admin@demo.test",
    role: "admin",
    team: {
      blurb: "Runs the programme, keeps the timetable honest, and still reviews code on Sundays.",
      linkedin: "https://www.linkedin.com/in/meera-raghavan-demo",
      github: "https://github.com/meera-raghavan-demo",
    },
    joined: 420 * DAY,
  },
  {
    key: "mentor",
    name: "Arjun Deshpande",
    email: "mentor@demo.test",
    role: "mentor",
    team: {
      blurb: "Eight years of embedded C++ in Pune. Draws every pointer question on paper first.",
      linkedin: "https://www.linkedin.com/in/arjun-deshpande-demo",
      github: "https://github.com/arjun-deshpande-demo",
    },
    joined: 400 * DAY,
  },
  {
    key: "mentor2",
    name: "Nazneen Qureshi",
    email: "mentor2@demo.test",
    role: "mentor",
    team: {
      blurb: "Back-end engineer in Hyderabad. Teaches the STL, clean classes and good names.",
      linkedin: "https://www.linkedin.com/in/nazneen-qureshi-demo",
      github: "https://github.com/nazneen-qureshi-demo",
    },
    joined: 310 * DAY,
  },
  {
    key: "mentor3",
    name: "Subhadeep Banerjee",
    email: "mentor3@demo.test",
    role: "mentor",
    team: {
      blurb: "Research scholar in Kolkata. Fond of edge cases, templates and patient debugging.",
      linkedin: "https://www.linkedin.com/in/subhadeep-banerjee-demo",
      github: "https://github.com/subhadeep-banerjee-demo",
    },
    joined: 180 * DAY,
  },
] satisfies DemoPerson[];

const volunteers = [
  {
    key: "volunteer",
    name: "Ishita Kulkarni",
    email: "volunteer@demo.test",
    role: "volunteer",
    branch: "CSE",
    year: 3,
    joined: 200 * DAY,
  },
  {
    key: "volunteer2",
    name: "Harpreet Singh Gill",
    email: "volunteer2@demo.test",
    role: "volunteer",
    branch: "ECE",
    year: 4,
    joined: 150 * DAY,
  },
] satisfies DemoPerson[];

/** Name, branch and year of study, in the order of the students' numbers. */
const studentRows: [string, string, number][] = [
  ["Aarav Sharma", "CSE", 1],
  ["Lakshmi Priya Nair", "ECE", 1],
  ["Mohammed Irfan Shaikh", "IT", 2],
  ["Ananya Bhattacharya", "CSE", 1],
  ["Karthik Subramanian", "CSE", 2],
  ["Simran Kaur Dhillon", "IT", 1],
  ["Rohit Yadav", "ME", 1],
  ["Tenzin Dolma", "CSE", 2],
  ["Vaishnavi Reddy", "ECE", 2],
  ["Joseph Kurian", "EEE", 1],
  ["Zoya Ansari", "IT", 1],
  ["Bhavesh Patel", "ME", 2],
  ["Nandini Gowda", "CSE", 1],
  ["Lalrinpuia Sailo", "CSE", 3],
  ["Pooja Kumari", "EEE", 1],
  ["Siddharth Joshi", "CSE", 1],
  ["Meghna Saikia", "ECE", 1],
  ["Abhijit Mohanty", "CE", 2],
  ["Ritika Agarwal", "IT", 2],
  ["Sandeep Kumar Meena", "EEE", 2],
  ["Gauri Phadke", "CSE", 1],
  ["Imran Lone", "CSE", 2],
  ["Thoibi Ningthoujam", "IT", 1],
  ["Pranav Kamath", "ECE", 3],
  ["Shruti Mishra", "CSE", 1],
  ["Arnav Bora", "ME", 1],
  ["Keerthana Selvam", "CSE", 2],
  ["Yash Thakkar", "IT", 1],
  ["Divya Chauhan", "ECE", 1],
  ["Anthony D'Souza", "CSE", 4],
  ["Sneha Tudu", "CE", 1],
  ["Manish Rawat", "CSE", 1],
  ["Aditi Sengupta", "IT", 3],
  ["Venkata Sai Teja", "CSE", 1],
  ["Fatima Zehra Rizvi", "ECE", 1],
  ["Nikhil Pawar", "ME", 2],
  ["Hemlata Oraon", "CSE", 1],
  ["Jigme Bhutia", "IT", 2],
  ["Ayesha Siddiqui", "CSE", 1],
  ["Raghav Iyer", "EEE", 3],
];

const students: DemoPerson[] = studentRows.map(([name, branch, year], index) => {
  const key: StudentKey = index === 0 ? "student" : `student${index + 1}`;
  return {
    key,
    name,
    email: `${key}@demo.test`,
    role: "student",
    branch,
    year,
    joined: (36 + (index * 7) % 25) * DAY,
  };
});

/** Everybody in the demo class: one admin, three mentors, two volunteers and forty students. */
export const people: readonly DemoPerson[] = [...staff, ...volunteers, ...students];
