#include "shape.h"

using namespace std;
using shop::Price;
using shop::goods::Item;
namespace sg = shop::goods;
typedef shop::Price cost;
typedef std::vector<int> numbers;

namespace shop { namespace goods { class Item; } }
namespace shop::store { int open; }
namespace { int hidden; }

template <typename T, class U = int> class Box : public Shape, private shop::Item, Holder<T> {
 public:
  Box() = default;
  explicit Box(int a, const T& b = T(), Color c = kRed, Color d = Color::kBlue) : Shape(a), b_{b} {}
  Box(Box&& other);
  ~Box() {}
  virtual ~Box();
  int size() const { return 0; }
  T& front() { return *first_; }
  T* data() { return first_; }
  T** all() { return 0; }
  bool operator==(const Box& o) const { return true; }
  Box& operator=(const Box& o) { return *this; }
  T* operator->() { return first_; }
  operator bool() const { return true; }
  int count();
  static T& shared();
  T* next();
  T** rows();
  bool operator<(const Box& o) const;
  Box& operator+=(int n);
  T* operator[](int i);
  explicit operator int() const;
  using Value = T;

 protected:
  int width_ = kWidth, other_ = n::kOther;
  std::vector<T> items_;
  Holder<T> holder_;
  T& reference_;
  T* first_;
};

template <> class Box<int> { int a; };
class Outer::Inner { int a; };
template <> struct Pair<int> { int a; };
struct Outer::Part { int a; };
template <class T> concept Sized = true;

template <typename T> Box<T>::Box(Box&& other) {}
shop::Item::Item() {}
Outer::~Outer() {}
shop::Item::~Item() {}
int Outer::count() { return 0; }
int shop::Item::count() { return 0; }
int shop::goods::Item::count() { return 0; }
Box& Outer::self() { return *this; }
Box& shop::Item::self() { return *this; }
char* Outer::name() { return 0; }
char* shop::Item::name() { return 0; }
bool Outer::operator==(const Outer& o) const { return true; }
bool shop::Item::operator==(const Item& o) const { return true; }
Outer& Outer::operator=(const Outer& o) { return *this; }
shop::Item& shop::Item::operator=(const Item& o) { return *this; }
std::ostream& operator<<(std::ostream& out, const Item& i) { return out; }
shop::Price& global = other;

int use(n::T a, V<int> b, n::T c = n::kC, V<int> d = kD) {
  T v(x, y);
  T w{a};
  T u;
  T& r = make();
  auto [left, right] = pair();
  n::T q(1);
  V<int> s = V<int>{1};
  if (T* p = find()) { p->m(); }
  while (auto more = next()) { more->m(); }
  for (const auto& e : all) { e.m(); }
  for (auto e : all) { e.m(); }
  for (auto* e : all) { e->m(); }
  for (auto [k, e] : all) { e.m(); }
  for (const auto& [k, e] : all) { e.m(); }
  for (const T& e : all) { e.m(); }
  for (n::T e : all) { e.m(); }
  for (V<int> e : all) { e.m(); }
  for (T* e : all) { e->m(); }
  try { int inside = 1; } catch (const Error& e) { throw; } catch (Error e) { e.m(); }
  if (a) { b.m(); } else for (auto e : all) e.m();
  auto made = new T(1);
  delete made;
  auto f = [](int k) { return k; };
  run([] { return 1; });
  run(n::f, &n::f, {n::f});
  auto g = n::f;
  g = n::f;
  g = &n::f;
  g = a ? n::f : n::f;
  g = n::f + 1;
  switch (a) { case n::kOne: break; }
  n::call();
  (*g)(1);
  pick()(2);
  (n::T)a;
  f<n::T>();
  f<V<int>>();
  co_await wait();
  if (a and b) co_yield 1;
  return n::f;
}

Task later() { co_return 1; }
V<int> give() { return {}; }
n::T give_other() { return {}; }
