package vesper.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import vesper.documents.DocumentId;
import vesper.documents.ImportResult;

/** Output of {@code cluster import}, as a table or as JSON. */
record ImportedText(boolean isJson) {
    String ofCounts(SortedMap<String, Long> counts) {
        if (isJson) {
            List<Object> items = new ArrayList<>();
            counts.forEach((name, count) -> items.add(Map.of("name", name, "documents", count)));
            return JsonText.of(Map.of("items", items));
        }
        Table table = new Table().row("collection", "documents");
        counts.forEach((name, count) -> table.row(name, count.toString()));
        return table.toString();
    }

    String of(SortedMap<String, ImportResult> imported) {
        if (isJson) {
            List<Object> items = new ArrayList<>();
            imported.forEach((name, each) -> items.add(fields(name, each)));
            return JsonText.of(Map.of("items", items));
        }
        Table table = new Table().row("collection", "in the cluster", "imported versions", "conflicting");
        imported.forEach((name, each) -> table.row(name, "" + each.documents(), "" + each.versions(), differing(each)));
        return table.toString();
    }

    private static Map<String, Object> fields(String name, ImportResult imported) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("documents", imported.documents());
        fields.put("versions", imported.versions());
        fields.put("differing", imported.differing());
        fields.put(
                "different", imported.different().stream().map(DocumentId::text).toList());
        return fields;
    }

    private static String differing(ImportResult imported) {
        if (imported.differing() == 0) return "0";
        String named = imported.different().stream().map(DocumentId::text).collect(Collectors.joining(", "));
        boolean isMore = imported.differing() > imported.different().size();
        return imported.differing() + ": " + named + (isMore ? ", …" : "");
    }
}
