#!/usr/bin/env dotnet-script
using System;
using static System.Math;
global using System.Linq;
using Alias = Shop.Goods.Item;
using Short = Goods;
using Pairs = System.Collections.Generic.Dictionary<string, int>;
[assembly: Shop.Marked]
[module: Marked]

namespace Shop;

namespace Inner.Part
{
    enum Size : byte { [Marked] Small, Large = Sizes.Big }
}

/// <summary>Sells <see cref="Item"/>s.</summary>
/// <param name="kept">What is there.</param>
[Marked(Level), Generic<Item>]
public abstract partial class Store<T>(List<T> kept) : Base<T>(kept), IStore, Goods.IKept where T : Item, IKept<T>, new()
{
    private const int Limit = 10;
    protected readonly Item first = new(), second, third = spare;
    public event EventHandler Sold;
    event Goods.Changed IStore.Left { add { } remove { } }
    public event EventHandler Found { add => Sold += value; remove => Sold -= value; }
    public Item Best { get; private set; } = new();
    public Item Next => new();
    public Item Other { get; } = spare;
    int IStore.Count => kept.Count;
    public Item this[int at] { get { return kept[at]; } set => kept[at] = value; }
    static Store() { }
    public Store() : this(null) { }
    protected Store(Item one, params Item[] more) : base(one) { }
    ~Store() { }
    public static Item operator +(Store<T> left, Item right) => right;
    public static implicit operator Item(Store<T> store) => store.Best;
    void IStore.Open() { }

    [return: Marked]
    public async Task<Goods.Item> Find<U>([Marked] U key, Item fallback = Item.None, int? times = null) where U : IKey
    {
        Item Local(Goods.Item item) => item;
        const int most = 3;
        Item plain = spare, made = new(3);
        Goods.Item[] many = { plain, made };
        var (name, price) = plain.Split();
        (Item one, var two) = Pair();
        for (var i = 0; i < most; i++) { var twice = i + i; }
        foreach (Item item in many) { item.Sell(); }
        foreach (var (left, right) in pairs) Show(left);
        using (var open = Open()) { open.Write(1); }
        using (many) { }
        lock (many) { }
        while (ready) { break; }
        do { continue; } while (ready);
        fixed (byte* raw = bytes) { }
        try { throw new Lost(key); } catch (Lost error) when (error.Bad) { throw; } finally { Close(); }
        if (table.TryGetValue(name, out Item known)) return known;
        if (key is Item same) { return same; } else if (key == null) { Open(); } else { Show(key); }
        if (ready) Show(1); else Show(2);
        if (ready) { } else return null;
        if (key is null || key is not null || key is Item { Price: 3 } cheap || key is > 3) { }
        switch (plain) { case Item sold when sold.Gone: break; case Sizes.Big: break; default: break; }
        switch (plain.Size) { case 1: break; }
        var word = plain switch { Item other => other.Name, null => spare, _ => throw failure };
        many[0] = plain;
        plain.Name = word ?? name;
        plain?.Name.Trim();
        plain?.Kept?[0].Sell<Item>();
        Sort<Goods.Item>(many);
        (plain as Goods.Item).Sell(); ((Item)key).Sell(); ((IKept<Item>)key).Sell();
        var all = new List<Item>(most) { plain, made };
        Goods.Item[] row = [plain, .. many[1..most]];
        var shape = new { plain.Name, made };
        var changed = plain with { Name = word };
        var query = from item in many join kind in kinds on item.Kind equals kind.Id
                    let cost = plain.Cost where ready orderby most group plain by price into g
                    from sub in many.Parts select plain;
        var plain2 = from item in many where item.Ready select item.Name;
        Action<Item> act = x => x.Sell();
        Run(x => plain, (Item x) => x, delegate (Item x) { return x; });
        Func<int> run = delegate { return -most; };
        var text = $"{name} costs {plain.Cost}";
        var kind = typeof(Item); var none = default(Item); var size = sizeof(Item);
        var sign = ready ? plain : made;
        { ready = false; } { var inner = ready; }
        Item? maybe = null; Goods.Item? perhaps = null; IKept<Item>? kept2 = null;
        if (key is IKept<Item>) { } if (null == key) { } if (plain is null) { }
        if (key is Goods.Item and Item) { } if (key is Item or IKept<Item>) { }
        var word2 = plain switch { Item => 1, Goods.Item => 2, IKept<Item> => 3, _ => 0 };
        Goods.Item[] joined = [..many];
        Open().Write(1).Close();
        var back = (plain); ready = !ready; most++;
        await task; await Close().ConfigureAwait(false);
        Show(key: plain, ref made, this, base.Limit);
        ref Item at = ref many;
        var typed = key is Goods.Item;
        return plain;
    }

    IEnumerable<(Item first, Goods.Item second)> Each(IKept<Item> x, Item[] y, Item* z) { yield return x; yield return x.Item; yield break; }
    static Item Named(this Item item) => item;
    extern Goods.Item Outer();
    int Old { get { throw failure; } }
    IKept<Item> Kept { get; }
    Goods.Item Full { get; }
    Item Made() => new();
    Item Again() { spare = new(); table.Has(name, out var found); return new(); }
    void Calls() { Make()(1); table[0](1); (plain)(1); plain!(1); table?.Sort(); table?.Sort<Item>(); many.Sort<Item>(); }
    ref Item Near() => ref first;
}

public struct Point(int x) : IShape<int>, IPlace { int X => x; }
public interface IKept<out T> : IStore, IEnumerable<T> { T Get(); Goods.Item this[Item key] { get; } IKept<T> this[int key] { get; } }
public record Sale(Item What, int Count) : Deed(What), IStore;
public record struct Pair(Item Left, Goods.Item Right);
public record Plain : Deed;
public delegate Item Chooser<T>(T from);
public delegate IKept<T> Keeper<T>(T from);
