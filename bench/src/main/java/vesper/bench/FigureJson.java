package vesper.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/** The JSON form of figures, the same in every {@code result.json}. */
public final class FigureJson {
    private FigureJson() {}

    /** Returns null if nothing was measured. */
    public static @Nullable Map<String, Object> spread(Spread spread) {
        if (!spread.isMeasured()) return null;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("low", spread.low());
        json.put("median", spread.median());
        json.put("high", spread.high());
        json.put("count", spread.count());
        return json;
    }

    public static Map<String, @Nullable Object> effect(Effect effect) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("factor", effect.factor());
        json.put("low", effect.low());
        json.put("high", effect.high());
        json.put("p", effect.p());
        json.put("pairs", effect.pairs());
        return json;
    }

    public static Map<String, @Nullable Object> bar(BarVerdict bar) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("what", bar.description());
        json.put("bar", bar.condition());
        json.put("measured", spread(bar.figure()));
        json.put("met", bar.met().orElse(null));
        return json;
    }
}
