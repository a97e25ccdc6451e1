package vesper.launcher.hits;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Formats hits as lines of a table. If they do not fit the width, it shortens texts and drops less important columns. A
 * column without values is omitted. From one call to the next, columns stay in place or move to the right.
 */
public final class HitTable {
    /** Enough characters to recognize a path. */
    private static final int ENOUGH_URL = 20;

    private static final int LEAST_URL = 8;
    private static final int MOST_TYPE = 24;
    private static final int MOST_EXTERNAL_ID = 40;
    private static final int GAP = 2;
    private static final String CUT = "…";
    private static final int CLOCK_FROM = "2026-01-31T".length();
    private static final int CLOCK_TO = CLOCK_FROM + "12:00:00".length();

    private enum Column {
        TIME,
        ID,
        STATE,
        STATUS,
        TOOK,
        METHOD,
        URL,
        TYPE,
        EXTERNAL_ID
    }

    private final int width;
    private final Paint paint;
    private final Map<Column, Integer> widest = new EnumMap<>(Column.class);

    /** @param width in characters; 0 for no limit */
    public HitTable(int width, Paint paint) {
        this.width = width;
        this.paint = paint;
    }

    /** Returns one line per hit. */
    public String of(List<HitSummary> hits) {
        for (HitSummary hit : hits) for (Column column : Column.values()) widen(column, length(text(column, hit)));
        Map<Column, Integer> widths = width == 0 ? widest : fitting();
        StringBuilder lines = new StringBuilder();
        for (HitSummary hit : hits) lines.append(line(hit, widths)).append('\n');
        return lines.toString();
    }

    private void widen(Column column, int least) {
        if (least > 0) widest.merge(column, least, Math::max);
    }

    private static String text(Column column, HitSummary hit) {
        return switch (column) {
            case TIME -> withMillis(hit.time());
            case ID -> hit.id();
            case STATE -> hit.state();
            case STATUS -> hit.status() == 0 ? "-" : String.valueOf(hit.status());
            case TOOK -> hit.duration();
            case METHOD -> hit.method();
            case URL -> hit.url();
            case TYPE -> hit.type();
            case EXTERNAL_ID -> hit.externalId();
        };
    }

    /** Appends the milliseconds that the server omits when they are zero. */
    private static String withMillis(String time) {
        return time.length() == "2026-01-31T12:00:00Z".length() ? time.replace("Z", ".000Z") : time;
    }

    /** Shrinks one column after the other, then drops columns, until the rest fits. */
    private Map<Column, Integer> fitting() {
        Map<Column, Integer> widths = new EnumMap<>(widest);
        shrink(widths, Column.TYPE, MOST_TYPE);
        shrink(widths, Column.EXTERNAL_ID, MOST_EXTERNAL_ID);
        shrink(widths, Column.URL, ENOUGH_URL);
        shrink(widths, Column.TIME, CLOCK_TO - CLOCK_FROM);
        for (Column column : List.of(Column.STATE, Column.TYPE, Column.EXTERNAL_ID))
            if (excess(widths) > 0) widths.remove(column);
        shrink(widths, Column.URL, LEAST_URL);
        // A dropped column may have freed more space than was needed.
        int room = Math.max(0, -excess(widths));
        widths.computeIfPresent(Column.URL, (url, now) -> Math.min(now + room, widest.getOrDefault(url, now)));
        return widths;
    }

    /**
     * Shrinks a column by the excess, at most to {@code least}. A time is either complete or reduced to hours, minutes
     * and seconds.
     */
    private void shrink(Map<Column, Integer> widths, Column column, int least) {
        int excess = excess(widths);
        if (excess <= 0) return;
        widths.computeIfPresent(
                column, (same, now) -> Math.min(now, same == Column.TIME ? least : Math.max(least, now - excess)));
    }

    private int excess(Map<Column, Integer> widths) {
        int taken = -GAP;
        for (int one : widths.values()) taken += one + GAP;
        return taken - width;
    }

    private String line(HitSummary hit, Map<Column, Integer> widths) {
        StringBuilder line = new StringBuilder();
        int blanks = 0;
        for (Map.Entry<Column, Integer> each : widths.entrySet()) {
            String text = cut(each.getKey(), text(each.getKey(), hit), each.getValue());
            if (!text.isEmpty()) line.repeat(' ', blanks).append(painted(each.getKey(), text, hit));
            blanks = (text.isEmpty() ? blanks : 0) + each.getValue() - length(text) + GAP;
        }
        return line.toString();
    }

    private String painted(Column column, String text, HitSummary hit) {
        return switch (column) {
            case TIME, ID -> paint.aside(text);
            case STATE, STATUS -> paint.outcome(text, hit.status());
            case TOOK, METHOD, URL, TYPE, EXTERNAL_ID -> text;
        };
    }

    private static String cut(Column column, String text, int room) {
        if (length(text) <= room) return text;
        if (column == Column.TIME && text.length() > CLOCK_TO) return text.substring(CLOCK_FROM, CLOCK_TO);
        return text.substring(0, text.offsetByCodePoints(0, room - 1)) + CUT;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
