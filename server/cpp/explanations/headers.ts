/** Names of the standard library that programs use most, and the header of each. */

const HEADERS: Record<string, string> = {
  algorithm:
    "all_of any_of binary_search clamp copy count count_if equal_range fill find find_if for_each " +
    "lower_bound max_element min_element minmax_element next_permutation none_of nth_element " +
    "partition prev_permutation remove_if replace reverse rotate set_intersection shuffle sort " +
    "stable_sort transform unique upper_bound max min",
  any: "any any_cast",
  array: "array",
  bitset: "bitset",
  cassert: "assert",
  cctype: "isalpha isdigit islower isspace isupper tolower toupper isalnum ispunct",
  chrono: "chrono",
  climits: "CHAR_BIT INT_MAX INT_MIN LLONG_MAX LLONG_MIN LONG_MAX LONG_MIN UINT_MAX ULLONG_MAX",
  cmath: "ceil cos exp fabs floor fmod hypot log log10 log2 M_PI pow round sin sqrt tan trunc cbrt",
  complex: "complex",
  cstdint: "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t INT64_MAX INT32_MAX",
  cstdio: "fclose fgets fopen fprintf getchar printf putchar puts scanf snprintf sprintf EOF",
  cstdlib: "abs atof atoi calloc exit free malloc qsort rand realloc srand RAND_MAX EXIT_SUCCESS",
  cstring: "memcpy memset strcat strchr strcmp strcpy strlen strncmp strncpy strstr strtok",
  ctime: "clock CLOCKS_PER_SEC localtime strftime time time_t",
  deque: "deque",
  exception: "exception terminate",
  filesystem: "filesystem",
  format: "format",
  fstream: "fstream ifstream ofstream",
  functional: "function greater less plus hash bind ref",
  iomanip: "put_time quoted setfill setprecision setw",
  iostream: "cerr cin clog cout endl fixed boolalpha hex ios ios_base istream ostream",
  iterator: "back_inserter istream_iterator ostream_iterator advance distance next prev",
  limits: "numeric_limits",
  list: "list",
  map: "map multimap",
  memory: "make_shared make_unique shared_ptr unique_ptr weak_ptr",
  numbers: "numbers",
  numeric: "accumulate gcd inner_product iota lcm partial_sum",
  optional: "nullopt optional",
  queue: "priority_queue queue",
  random: "mt19937 random_device uniform_int_distribution uniform_real_distribution",
  ranges: "ranges views",
  regex: "regex regex_match regex_replace regex_search smatch sregex_iterator",
  set: "multiset set",
  span: "span",
  sstream: "istringstream ostringstream stringstream",
  stack: "stack",
  stdexcept: "invalid_argument length_error logic_error out_of_range runtime_error overflow_error",
  string: "getline stod stoi stol stoll string to_string",
  string_view: "string_view",
  tuple: "make_tuple tie tuple",
  typeinfo: "bad_cast type_info",
  unordered_map: "unordered_map unordered_multimap",
  unordered_set: "unordered_multiset unordered_set",
  utility: "exchange make_pair move pair swap",
  variant: "get_if holds_alternative variant visit",
  vector: "vector",
};

/** Every name that is listed, with its header without brackets. */
export const namesWithHeaders: ReadonlyMap<string, string> = new Map(
  Object.entries(HEADERS).flatMap(([header, names]) =>
    names.split(" ").map((name) => [name, header] as const)
  ),
);

const NETWORKING =
  /^(socket|connect|bind|listen|gethostbyname|getaddrinfo|inet_\w+|sockaddr_in|AF_INET6?|SOCK_\w+)$/;
export const isNetworking = (name: string): boolean => NETWORKING.test(name);

const PROCESS = /^(fork|vfork|exec[lv]p?e?|pipe|popen|kill|waitpid|wait|posix_spawn)$/;
export const isProcess = (name: string): boolean => PROCESS.test(name);

export const THREADS = /(?<!\w)(?:jthread|thread|async|pthread_create|thrd_create)(?!\w)/;
