/** The screens, each with address, code and access, and the links. The build reads them, too. */
import type { ComponentType } from "react";
import type { Role } from "../server/kit/core/roles.ts";
import type { UnreadKind } from "./kit/news/unread.tsx";

export type Access = "public" | "learners" | "staff" | "admins" | "everyone";

export interface ScreenRoute {
  /** The pattern for wouter. An id comes last, as in "/doubts/:id". */
  path: string;
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** The view of it for staff at `?view=triage`. */
  triage?: ScreenRoute["load"];
  /** The message for a visitor who is redirected from here to the sign-in. */
  signIn?: string;
  bare?: true;
  /** Whether visitors also see changes live on this screen. */
  liveForVisitors?: true;
  /** Whether the screen keeps its state when the user signs in meanwhile. */
  keepsOnSignIn?: true;
}

const home = () => import("./home/home.tsx");
const questions = () => import("./assignments/list/questions.tsx");

export const screens: ScreenRoute[] = [
  { path: "/", access: "public", load: home, liveForVisitors: true },
  { path: "/home", access: "public", load: home, liveForVisitors: true },
  {
    path: "/login",
    access: "public",
    load: () => import("./auth/login.tsx"),
    bare: true,
    keepsOnSignIn: true,
  },
  {
    path: "/login/school",
    access: "public",
    load: () => import("./auth/school.tsx"),
    bare: true,
    keepsOnSignIn: true,
  },
  {
    path: "/register",
    access: "public",
    load: () => import("./auth/register.tsx"),
    bare: true,
  },
  {
    path: "/verify-otp",
    access: "public",
    load: () => import("./auth/verify.tsx"),
    keepsOnSignIn: true,
  },
  { path: "/forgot-password", access: "public", load: () => import("./auth/forgot.tsx") },
  { path: "/take-back", access: "public", load: () => import("./auth/take-back.tsx") },
  { path: "/reset-password", access: "public", load: () => import("./auth/reset.tsx") },
  {
    path: "/dashboard",
    access: "learners",
    load: () => import("./dashboards/learner/student.tsx"),
    signIn: "Please log in to view your dashboard.",
  },
  { path: "/mentor", access: "staff", load: () => import("./dashboards/staff/mentor.tsx") },
  { path: "/mentor/class", access: "staff", load: () => import("./class-sessions/class.tsx") },
  { path: "/gradebook", access: "staff", load: () => import("./gradebook/gradebook.tsx") },
  { path: "/assignments", access: "everyone", load: questions },
  {
    path: "/assignments/:id",
    access: "everyone",
    load: () => import("./assignments/detail/detail.tsx"),
  },
  { path: "/practice", access: "everyone", load: questions },
  { path: "/homework", access: "everyone", load: questions },
  { path: "/resourse", access: "everyone", load: questions },
  { path: "/solution/:id", access: "staff", load: () => import("./solutions/editor.tsx") },
  {
    path: "/solutions",
    access: "staff",
    load: () => import("./reviews/list.tsx"),
    triage: () => import("./reviews/queue/queue.tsx"),
  },
  {
    path: "/Student-solutions",
    access: "learners",
    load: () => import("./reviews/attempts/own.tsx"),
  },
  {
    path: "/contact",
    access: "public",
    load: () => import("./contact/contact.tsx"),
    keepsOnSignIn: true,
  },
  {
    path: "/About",
    access: "public",
    load: () => import("./about/about.tsx"),
    liveForVisitors: true,
  },
  {
    path: "/briefings/archive",
    access: "everyone",
    load: () => import("./briefings/archive.tsx"),
  },
  { path: "/messages", access: "everyone", load: () => import("./messages/list.tsx") },
  { path: "/messages/:id", access: "everyone", load: () => import("./messages/detail.tsx") },
  { path: "/progress", access: "staff", load: () => import("./goals/progress.tsx") },
  { path: "/profile", access: "everyone", load: () => import("./auth/profile/profile.tsx") },
  { path: "/unsubscribe", access: "public", load: () => import("./notifications/unsubscribe.tsx") },
  { path: "/runs/:id", access: "everyone", load: () => import("./comments/run.tsx") },
  { path: "/students/:id", access: "staff", load: () => import("./students/detail.tsx") },
  { path: "/users", access: "admins", load: () => import("./people/accounts/users.tsx") },
  {
    path: "/doubts",
    access: "everyone",
    load: () => import("./doubts/list/list.tsx"),
    triage: () => import("./doubts/triage/queue.tsx"),
    signIn: "Please log in to view doubts.",
  },
  { path: "/doubts/:id", access: "everyone", load: () => import("./doubts/thread/detail.tsx") },
  { path: "/answers/:id", access: "everyone", load: () => import("./doubts/answers/list.tsx") },
];

export interface NavLink {
  path: string;
  name: string;
  /** The link's address, if it is not the path itself. */
  href?: string;
  /** The line of waiting work whose length stands beside the name. */
  counts?: "doubts" | "reviews";
  only?: Role;
  /** Unread items at this place mark the link. */
  unread?: UnreadKind;
}
export interface Links {
  bar: readonly NavLink[];
  /** Links in the menu beside the bar. */
  more: readonly NavLink[];
}

export const navigation: Record<"visitors" | "learners" | "staff", Links> = {
  visitors: {
    bar: [
      { path: "/", name: "Home" },
      { path: "/About", name: "About" },
      { path: "/contact", name: "Contact" },
    ],
    more: [],
  },
  learners: {
    bar: [
      { path: "/", name: "Home" },
      { path: "/contact", name: "Contact" },
      { path: "/dashboard", name: "Dashboard" },
      { path: "/practice", name: "Practice" },
      { path: "/doubts", name: "Doubts", unread: "doubts" },
    ],
    more: [
      { path: "/Student-solutions", name: "Q-Solved", unread: "solutions" },
      { path: "/messages", name: "Messages", unread: "messages" },
      { path: "/briefings/archive", name: "Previous Briefings" },
    ],
  },
  staff: {
    bar: [
      { path: "/mentor", name: "Dashboard" },
      { path: "/resourse", name: "Resource" },
      { path: "/practice", name: "Practice" },
      {
        path: "/doubts",
        href: "/doubts?view=triage",
        name: "Doubts",
        unread: "doubts",
        counts: "doubts",
      },
      {
        path: "/solutions",
        href: "/solutions?view=triage",
        name: "Solutions",
        unread: "solutions",
        counts: "reviews",
      },
    ],
    // The lists: the links of the bar open what waits.
    more: [
      { path: "/doubts", name: "Doubts" },
      { path: "/solutions", name: "Solutions" },
      { path: "/mentor/class", name: "Class" },
      { path: "/gradebook", name: "Gradebook" },
      { path: "/progress", name: "Progress" },
      { path: "/messages", name: "Messages", unread: "messages" },
      { path: "/briefings/archive", name: "Briefings" },
      { path: "/users", name: "User Management", only: "admin" },
    ],
  },
};
