// Dancing links: N queens as an exact cover, all solutions counted. Usage: cc -O2 dancing-links.c -o queens && ./queens 8
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 32, ITEMS = 6 * MOST, NODES = 1 + ITEMS + 4 * MOST * MOST };

// Node 0 is the root, nodes 1 to `items` are the items, the others the entries of the matrix.
static int left[NODES], right[NODES], up[NODES], down[NODES], item_of[NODES], size[NODES], used;

static void build(int n) {
    int items = 2 * n + 2 * (2 * n - 1);
    if (n == 0) items = 0;
    for (int i = 0; i <= items; i++) left[i] = right[i] = up[i] = down[i] = i;
    for (int i = 1; i <= 2 * n; i++) {  // rows and columns must be covered; diagonals may be
        left[i] = left[0];
        right[i] = 0;
        right[left[0]] = i;
        left[0] = i;
    }
    used = items + 1;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            int covers[] = {1 + r, 1 + n + c, 1 + 2 * n + r - c + n - 1, 4 * n + r + c};
            for (int k = 0; k < 4; k++) {
                int node = used + k, item = covers[k];
                item_of[node] = item;
                up[node] = up[item];
                down[node] = item;
                down[up[item]] = node;
                up[item] = node;
                size[item]++;
                left[node] = used + (k + 3) % 4;
                right[node] = used + (k + 1) % 4;
            }
            used += 4;
        }
    }
}

static void cover(int item) {
    left[right[item]] = left[item];
    right[left[item]] = right[item];
    for (int option = down[item]; option != item; option = down[option]) {
        for (int node = right[option]; node != option; node = right[node]) {
            up[down[node]] = up[node];
            down[up[node]] = down[node];
            size[item_of[node]]--;
        }
    }
}

static void uncover(int item) {
    for (int option = up[item]; option != item; option = up[option]) {
        for (int node = left[option]; node != option; node = left[node]) {
            size[item_of[node]]++;
            up[down[node]] = down[up[node]] = node;
        }
    }
    left[right[item]] = right[left[item]] = item;
}

static long search(void) {
    if (right[0] == 0) return 1;
    int item = right[0];
    for (int other = right[item]; other != 0; other = right[other])
        if (size[other] < size[item]) item = other;
    long total = 0;
    cover(item);
    for (int option = down[item]; option != item; option = down[option]) {
        for (int node = right[option]; node != option; node = right[node]) cover(item_of[node]);
        total += search();
        for (int node = left[option]; node != option; node = left[node]) uncover(item_of[node]);
    }
    uncover(item);
    return total;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 0 || n > MOST) return 2;
    build(n);
    printf("%ld\n", search());
    return 0;
}
