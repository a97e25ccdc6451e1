package vesper.hosting.compiling;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.DocComments;

/** Collects the doc comments of the Java sources that a compilation parses. Stubs of Groovy classes have none. */
final class JavaDocComments implements TaskListener {
    private final DocTrees trees;
    private final Map<String, String> texts = new HashMap<>();

    private JavaDocComments(DocTrees trees) {
        this.trees = trees;
    }

    /** Registers a listener with a compilation that has not started. */
    static JavaDocComments of(JavacTask task) {
        JavaDocComments comments = new JavaDocComments(DocTrees.instance(task));
        task.addTaskListener(comments);
        return comments;
    }

    DocComments result() {
        return new DocComments(texts);
    }

    @Override
    public void finished(TaskEvent event) {
        boolean parsed = event.getKind() == TaskEvent.Kind.PARSE
                && InMemoryFiles.isSource(event.getSourceFile().toUri());
        if (parsed) new CommentScanner().scan(event.getCompilationUnit(), "");
    }

    /** Visits one source. The argument is the name of the enclosing class or package, followed by a separator. */
    private final class CommentScanner extends TreePathScanner<@Nullable Void, String> {
        @Override
        public @Nullable Void visitCompilationUnit(CompilationUnitTree unit, String enclosing) {
            Tree name = unit.getPackageName();
            return super.visitCompilationUnit(unit, name == null ? "" : name + ".");
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, String enclosing) {
            // Anonymous classes need no documentation.
            if (type.getSimpleName().isEmpty()) return null;
            String name = enclosing + type.getSimpleName();
            add(name);
            return super.visitClass(type, name + "$");
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, String enclosing) {
            List<String> types = method.getParameters().stream()
                    .map(parameter -> nameOf(parameter.getType()))
                    .toList();
            add(DocComments.locationOf(classIn(enclosing), method.getName().toString(), types));
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree field, String enclosing) {
            add(DocComments.locationOf(classIn(enclosing), field.getName().toString()));
            return null;
        }

        private void add(String place) {
            TreePath path = getCurrentPath();
            String comment = trees.getDocComment(path);
            if (comment != null && !comment.isBlank()) texts.put(place, comment.strip());
        }

        private static String classIn(String enclosing) {
            return enclosing.isEmpty() ? enclosing : enclosing.substring(0, enclosing.length() - 1);
        }

        private static String nameOf(@Nullable Tree type) {
            return switch (type) {
                case ParameterizedTypeTree generic -> nameOf(generic.getType());
                case AnnotatedTypeTree annotated -> nameOf(annotated.getUnderlyingType());
                case MemberSelectTree qualified -> qualified.getIdentifier().toString();
                case ArrayTypeTree array -> nameOf(array.getType()) + "[]";
                case null -> "";
                default -> type.toString();
            };
        }
    }
}
