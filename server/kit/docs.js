/** Lists every call of /api/openapi.json, and sends one with a token. */

const find = document.getElementById("find");
const token = document.getElementById("token");

/** An element with attributes and children; text stays text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function pretty(value) {
  return make("pre", { tabindex: "0" }, JSON.stringify(value, null, 2));
}

/** A value of that shape, to begin with. */
function example(schema, all, depth = 0) {
  if (schema.$ref) return example(all[schema.$ref.split("/").at(-1)] ?? {}, all, depth + 1);
  if ("default" in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  if ("const" in schema) return schema.const;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return example(options.find(({ type }) => type !== "null") ?? {}, all, depth + 1);
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((one) => example(one, all, depth)),
    );
  }
  if (schema.type === "object" && depth < 6) {
    const wanted = new Set(schema.required ?? []);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).filter(([name]) => wanted.has(name))
        .map(([name, shape]) => [name, example(shape, all, depth + 1)]),
    );
  }
  if (schema.type === "array") return [];
  if (schema.type === "boolean") return false;
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 0;
  return "";
}

/** Input elements by what they are for; what is left empty is not sent. */
function fieldsOf({ parameters = [], requestBody }, all) {
  const fields = parameters.map(({ name, in: place, required }) => {
    const input = make("input", { name, spellcheck: "false" });
    return { name, place, input, label: `${name} (${place}${required ? "" : ", optional"})` };
  });
  const content = requestBody?.content ?? {};
  const json = content["application/json"];
  const form = content["multipart/form-data"];
  if (json) {
    const input = make("textarea", { rows: "8", spellcheck: "false" });
    input.value = JSON.stringify(example(json.schema, all), null, 2);
    fields.push({ name: "body", place: "json", input, label: "body (JSON)" });
  }
  for (const [name, shape] of Object.entries(form?.schema.properties ?? {})) {
    const isFile = shape.contentMediaType !== undefined;
    const input = make("input", { name, ...(isFile && { type: "file", multiple: "" }) });
    fields.push({ name, place: "form", input, label: `${name} (form)` });
  }
  return fields;
}

async function send(method, path, fields) {
  let address = `/api${path}`;
  const query = new URLSearchParams();
  const headers = token.value ? { "x-auth-token": token.value.trim() } : {};
  let body;
  for (const { name, place, input } of fields) {
    const { value } = input;
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query" && value) query.set(name, value);
    else if (place === "header" && value) headers[name] = value;
    else if (place === "json" && value.trim()) {
      headers["content-type"] = "application/json";
      body = value;
    } else if (place === "form") {
      body ??= new FormData();
      if (input.files) { for (const file of input.files) body.append(name, file); }
      else if (value) body.append(name, value);
    }
  }
  if (query.size > 0) address += `?${query}`;
  const began = performance.now();
  const response = await fetch(address, { method, headers, body });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const ms = Math.round(performance.now() - began);
  return { status: response.status, ms, reply: isJson ? JSON.parse(text) : text.slice(0, 2000) };
}

function callDetails(method, path, call, all) {
  const fields = fieldsOf(call, all);
  const answer = make("div", { role: "status" });
  const button = make("button", { type: "submit" }, "Send");
  const form = make(
    "form",
    {},
    ...fields.map(({ label, input }) => make("label", {}, label, input)),
    button,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { status, ms, reply } = await send(method, path, fields);
      if (path === "/auth/login" && reply.token) token.value = reply.token;
      answer.replaceChildren(`${status}, ${ms} ms`, pretty(reply));
    } catch (error) {
      answer.replaceChildren(`Not sent: ${error.message}`);
    } finally {
      button.disabled = false;
    }
  });
  const schemas = [
    ...Object.values(call.requestBody?.content ?? {}).map(({ schema }) => ["Input", schema]),
    ...Object.entries(call.responses).filter(([status]) => status < "300").flatMap((
      [status, { content }],
    ) => Object.values(content).map(({ schema }) => [`Reply ${status}`, schema])),
  ];
  const rows = Object.entries(call.responses).filter(([status]) => status >= "300").map((
    [status, { description }],
  ) => make("tr", {}, make("td", {}, status), make("td", {}, description)));
  return [
    make("p", {}, `For ${call["x-roles"]?.join(", ") ?? "everyone"}.`),
    form,
    answer,
    ...schemas.map(([what, schema]) =>
      make("details", {}, make("summary", {}, what), pretty(resolved(schema, all)))
    ),
    make("table", {}, make("tbody", {}, ...rows)),
  ];
}

/** The schema with what it refers to in place, a few levels deep. */
function resolved(schema, all, depth = 0) {
  if (Array.isArray(schema)) return schema.map((one) => resolved(one, all, depth));
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.$ref && depth < 4) {
    return resolved(all[schema.$ref.split("/").at(-1)], all, depth + 1);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, resolved(value, all, depth)]),
  );
}

/** Fills itself when it is first opened: there are many calls. */
function lazily(summary, fill) {
  const details = make("details", {}, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      details.append(make("div", { class: "body" }, ...fill()));
    }
  });
  return details;
}

async function show() {
  const contract = await (await fetch("/api/openapi.json")).json();
  const all = contract.components.schemas;
  const groups = new Map();
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [name, call] of Object.entries(methods)) {
      const method = name.toUpperCase();
      const summary = make(
        "summary",
        {},
        make("span", { class: "method" }, method),
        make("b", {}, path),
        make("small", {}, call.summary),
      );
      const details = lazily(summary, () => callDetails(method, path, call, all));
      details.dataset.words = `${method} ${path} ${call.summary}`.toLowerCase();
      const [tag] = call.tags;
      groups.set(tag, [...groups.get(tag) ?? [], details]);
    }
  }
  document.getElementById("calls").replaceChildren(
    ...Array.from(
      groups,
      ([tag, calls]) => make("section", {}, make("h2", {}, tag), ...calls),
    ),
  );
  document.getElementById("events").append(
    ...Object.entries(contract["x-events"]).map(([name, { data }]) =>
      lazily(make("summary", {}, make("b", {}, name)), () => [pretty(resolved(data, all))])
    ),
  );
}

find.addEventListener("input", () => {
  const wanted = find.value.toLowerCase();
  for (const section of document.querySelectorAll("#calls section")) {
    const calls = [...section.querySelectorAll("details[data-words]")];
    for (const call of calls) call.hidden = !call.dataset.words.includes(wanted);
    section.hidden = calls.every(({ hidden }) => hidden);
  }
});

show().catch((error) => {
  document.getElementById("calls").replaceChildren(`Could not be loaded: ${error.message}`);
});
