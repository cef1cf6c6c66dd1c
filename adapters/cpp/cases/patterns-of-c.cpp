#include "shelf.h"
#include <stdio.h>

#define SLOTS 3
#define WEIGH(item) weigh(item)

/* A shelf holds boxes. */
struct shelf { int width; char *label, *notes[2]; struct shelf *next; };
union size { int whole; double half; };
enum color { RED, GREEN = 2, LAST = GREEN };

typedef struct { int x; } point;
typedef union { int a; float b; } either;
typedef enum { UP, DOWN } turn;
typedef struct shelf shelf_t, *shelf_p;
typedef point spot;
typedef int numbers[4];
typedef int (*compare_t)(const void *, const void *);
typedef char *(*name_of)(int);

struct box {
    int a;
    char *b, c[3], *d;
    char **names;
    char *lines[4];
    int grid[2][2];
    void (*open)(struct box *);
    char *(*title)(void);
    unsigned flag : 1;
};

const int limit = 3;
static const char *colors[] = { "red", "green" };
int counter = 1;
struct shelf *first = 0, *second = 0;
char **words = 0;
int table[2] = { 1, 2 };
extern int total;
extern struct shelf *pool;
int plain;
struct shelf *lowest, *highest;
char name[8], title[8];
char *rows[3];
void (*hook)(int);
char *(*namer)(void);
static int (*handler)(void) = 0;

int weigh(int item);
char *label_of(struct shelf *s);
char **labels_of(struct shelf *s);
int (*pick(int kind))(void);
[[nodiscard]] int checked(void);
__attribute__((noreturn)) void leave(int code);

static int helper(void) { return 0; }

int (count)(int n) { return n; }

char *label_of(struct shelf *s) { return s->label; }

char **labels_of(struct shelf *s) { return s->notes; }

struct command { const char *name; int (*run)(void); };
static struct command commands[] = { { "help", helper }, { .name = "more", .run = helper }, [2] = { "last", &helper } };
static int by_color[] = { [GREEN] = 1 };

int weigh(int item)
{
    int local = item;
    const int fixed = 2;
    struct shelf *s = first;
    struct shelf **all = 0, *other;
    int values[SLOTS] = { 1, 2, 3 };
    char *parts[2];
    int grid[2][2];
    void (*call)(int);
    int (*get)(void) = helper;
    point p = (point){ 1 };
    static spot q;
    if (item) { int inner = 1; return inner; } else { int outer = 2; local = outer; }
    if (item > 1) return 1;
    if (!s) { return 0; } else if (item == 2) { local++; } else { local--; }
    for (int i = 0; i < SLOTS; i++) { int square = i * i; local += square; }
    while (local) { int less = local; local = less - 1; continue; }
    do { int once = 0; local = once; } while (0);
    switch (item) {
    case 1: { int deep = 1; local = deep; break; }
    case GREEN:
        local = 2;
        int late = 3;
        break;
    default:
        break;
    }
    { int bare = 1; local = bare; }
out:
    { int jumped = 1; local = jumped; }
    if (s == NULL) goto out; else goto out;
    local = helper();
    s->next = second;
    s->label = label_of(s);
    hook = leave;
    call = &leave;
    get = local ? helper : helper;
    local = counter + -counter, plain;
    counter++;
    local = table[0] + (counter) + (int)counter + sizeof(shelf_t);
    qsort(table, 2, sizeof(int), helper);
    qsort(table, counter, 2, &helper);
    take(&first->width, s->width);
    s->next->next->label = 0;
    commands[0].run();
    commands_of(s)->run();
    helper();
    assert(local && item || s);
    return counter;
}

turn other(either e, enum color c, union size z) { return (turn)e.a; }
