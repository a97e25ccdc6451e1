package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The place of a hit in the order: its sort values and its unique id. */
@SuppressWarnings("ArrayRecordComponent")
record SortPosition(List<SortValue> values, byte[] id) {
    static SortPosition of(Row row, Ranking ranking) {
        List<SortValue> values = new ArrayList<>(ranking.size());
        for (int i = 0; i < ranking.size(); i++) values.add(SortValue.of(row, ranking.path(i)));
        return new SortPosition(values, Arrays.copyOfRange(row.bytes(), row.idFrom(), row.idTo()));
    }

    String idText() {
        return new String(id, UTF_8);
    }
}
