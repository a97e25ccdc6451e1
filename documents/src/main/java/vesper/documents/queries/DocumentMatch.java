package vesper.documents.queries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Checks whether a version of a document matches a query, with the same result as a search of an index. A deleted
 * document never matches. The document is read once, however many conditions the query has, and only the texts that it
 * needs are split into words. Used by one thread.
 */
public final class DocumentMatch implements Predicate<SearchedDocument> {
    private final BooleanSupplier isMet;
    private final List<WordMatch> anywhere = new ArrayList<>();
    private final Map<Long, List<Leaf>> atPaths = new HashMap<>();
    private final List<Leaf> leaves = new ArrayList<>();
    private final DocumentWalk walk = new DocumentWalk(new ConditionSink());
    private final boolean isOfJson;

    private String id = "";
    private byte[] json = {};

    DocumentMatch(Clause clause) {
        this.isMet = compiled(clause);
        this.isOfJson = !anywhere.isEmpty() || !leaves.isEmpty();
    }

    @Override
    public boolean test(SearchedDocument document) {
        if (document.isDeleted()) return false;
        id = document.id();
        json = document.json();
        if (isOfJson) {
            for (WordMatch match : anywhere) match.start();
            for (Leaf leaf : leaves) leaf.start();
            walk.show(document);
        }
        return isMet.getAsBoolean();
    }

    private BooleanSupplier compiled(Clause clause) {
        return switch (clause) {
            case Clause.Everything() -> () -> true;
            case Clause.Not(var inner) -> {
                BooleanSupplier not = compiled(inner);
                yield () -> !not.getAsBoolean();
            }
            case Clause.And(var clauses) -> {
                List<BooleanSupplier> all = compiled(clauses);
                yield () -> all.stream().allMatch(BooleanSupplier::getAsBoolean);
            }
            case Clause.Or(var clauses) -> {
                List<BooleanSupplier> any = compiled(clauses);
                yield () -> any.stream().anyMatch(BooleanSupplier::getAsBoolean);
            }
            case Clause.Id(var text, var isPrefix) -> () -> isPrefix ? id.startsWith(text) : id.equals(text);
            case Clause.Words words -> words(words);
            case Clause.Numbers(var path, var from, var to) -> leaf(path, new NumberLeaf(from, to));
            case Clause.Times(var path, var from, var to) -> leaf(path, new TimeLeaf(from, to));
            case Clause.Exact(var field, var texts) -> () -> ExactValues.contains(json, field, texts);
            case Clause.Variable _, Clause.VariableTest _ ->
                throw new IllegalStateException("a template must be bound first");
            case Clause.Present(var path) -> leaf(path, new PresentLeaf());
        };
    }

    private List<BooleanSupplier> compiled(List<Clause> clauses) {
        return clauses.stream().map(this::compiled).toList();
    }

    private BooleanSupplier words(Clause.Words words) {
        var match = new WordMatch(words);
        if (words.path() != Paths.NONE) return leaf(words.path(), new WordLeaf(match));
        anywhere.add(match);
        return match::isMet;
    }

    private BooleanSupplier leaf(long path, Leaf leaf) {
        leaves.add(leaf);
        atPaths.computeIfAbsent(path, _ -> new ArrayList<>()).add(leaf);
        return leaf::isMet;
    }

    /** Passes the parts of a document to the conditions on them. */
    private final class ConditionSink implements DocumentSink {
        private final Words words = new Words(this::word);
        private List<Leaf> there = List.of();

        @Override
        public boolean wants(long path) {
            return atPaths.containsKey(path);
        }

        @Override
        public void text(String text) {
            if (anywhere.isEmpty()) return;
            there = List.of();
            words.scan(text);
        }

        @Override
        public void endOfText() {
            for (WordMatch match : anywhere) match.endOfText();
        }

        @Override
        public void value(long path, ValueKind kind, String text) {
            there = at(path);
            if (anywhere.isEmpty() && there.isEmpty()) return;
            for (Leaf leaf : there) leaf.value();
            words.scan(text);
        }

        @Override
        public void number(long path, double number) {
            for (Leaf leaf : at(path)) leaf.number(number);
        }

        @Override
        public void time(long path, long millis) {
            for (Leaf leaf : at(path)) leaf.time(millis);
        }

        @Override
        public void cut() {
            for (Leaf leaf : at(Paths.CUT)) leaf.value();
        }

        private List<Leaf> at(long path) {
            return atPaths.getOrDefault(path, List.of());
        }

        private void word(byte[] folded, int length) {
            for (WordMatch match : anywhere) match.word(folded, length);
            for (Leaf leaf : there) leaf.word(folded, length);
        }
    }

    /** A condition on the values at one path. */
    private abstract static class Leaf {
        private boolean met;

        void start() {
            met = false;
        }

        final void meet(boolean isNow) {
            met |= isNow;
        }

        boolean isMet() {
            return met;
        }

        /** A value starts. */
        void value() {}

        void word(byte[] folded, int length) {}

        void number(double number) {}

        void time(long millis) {}
    }

    private static final class WordLeaf extends Leaf {
        private final WordMatch match;

        WordLeaf(WordMatch match) {
            this.match = match;
        }

        @Override
        void start() {
            match.start();
        }

        /** A phrase cannot span two values. */
        @Override
        void value() {
            match.endOfText();
        }

        @Override
        void word(byte[] folded, int length) {
            match.word(folded, length);
        }

        @Override
        boolean isMet() {
            return match.isMet();
        }
    }

    private static final class NumberLeaf extends Leaf {
        private final double from;
        private final double to;

        NumberLeaf(double from, double to) {
            this.from = from;
            this.to = to;
        }

        @Override
        void number(double number) {
            meet(number >= from && number <= to);
        }
    }

    private static final class TimeLeaf extends Leaf {
        private final long from;
        private final long to;

        TimeLeaf(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        void time(long millis) {
            meet(millis >= from && millis <= to);
        }
    }

    private static final class PresentLeaf extends Leaf {
        @Override
        void value() {
            meet(true);
        }
    }
}
