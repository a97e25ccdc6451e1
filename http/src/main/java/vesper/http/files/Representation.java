package vesper.http.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.content.AcceptedCodings;

/**
 * The form of a file that a client gets: the file itself, or a sibling that somebody has compressed before.
 *
 * @param coding {@link AcceptedCodings#IDENTITY} for the file itself
 * @param varies whether other clients may get another form
 */
record Representation(StoredFile file, String coding, boolean varies) {
    private static final Map<String, String> SIBLINGS = siblings();

    private static Map<String, String> siblings() {
        Map<String, String> siblings = new LinkedHashMap<>();
        siblings.put("br", ".br");
        siblings.put("zstd", ".zst");
        siblings.put("gzip", ".gz");
        return siblings;
    }

    /** The best form for this client; empty where it takes none that is there. */
    static Optional<Representation> of(FileTree tree, FilePath path, StoredFile file, Headers headers)
            throws IOException {
        if (!headers.contains("Accept-Encoding"))
            return Optional.of(new Representation(file, AcceptedCodings.IDENTITY, hasSiblings(tree, path, file)));
        Map<String, StoredFile> forms = new LinkedHashMap<>();
        for (var sibling : SIBLINGS.entrySet()) {
            find(tree, path.sibling(sibling.getValue()), file).ifPresent(form -> forms.put(sibling.getKey(), form));
        }
        List<String> offered = new ArrayList<>(forms.keySet());
        forms.put(AcceptedCodings.IDENTITY, file);
        // Without siblings the file itself is the only form, and whoever compresses answers looks after the rest.
        String chosen = offered.isEmpty()
                ? AcceptedCodings.IDENTITY
                : AcceptedCodings.of(headers).best(offered).orElse("");
        StoredFile form = forms.get(chosen);
        return form == null ? Optional.empty() : Optional.of(new Representation(form, chosen, !offered.isEmpty()));
    }

    private static boolean hasSiblings(FileTree tree, FilePath path, StoredFile file) throws IOException {
        for (String suffix : SIBLINGS.values()) {
            if (find(tree, path.sibling(suffix), file).isPresent()) return true;
        }
        return false;
    }

    /** One that is older than the file was made of what the file was before. */
    private static Optional<StoredFile> find(FileTree tree, FilePath path, StoredFile file) throws IOException {
        return tree.at(path) instanceof FileTree.Found.File(var sibling)
                        && !sibling.modifiedAt().isBefore(file.modifiedAt())
                ? Optional.of(sibling)
                : Optional.empty();
    }

    boolean isCoded() {
        return !coding.equals(AcceptedCodings.IDENTITY);
    }
}
