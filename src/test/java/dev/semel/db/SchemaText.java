// The shape of a database as text, read from its own catalogue.
package dev.semel.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Writes domains, functions, tables with columns, constraints, indexes and triggers in an order
 * that does not depend on how the database came to be.
 */
final class SchemaText {

  private static final String NOT_FLYWAY = " AND c.relname NOT LIKE 'flyway%'";

  private final Statement statement;
  private final StringBuilder text = new StringBuilder();

  private SchemaText(Statement statement) {
    this.statement = statement;
  }

  /** The shape of the schema {@code public}, without what the migration tool keeps for itself. */
  static String of(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      var text = new SchemaText(statement);
      text.domains();
      text.functions();
      text.tables();
      return text.text.toString();
    }
  }

  private void domains() throws SQLException {
    lines(
        """
        SELECT 'CREATE DOMAIN ' || t.typname || ' AS ' || format_type(t.typbasetype, t.typtypmod)
            || coalesce(' COLLATE "' || l.collname || '"', '')
            || coalesce((SELECT string_agg(' ' || pg_get_constraintdef(k.oid), '' ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid), '') || ';'
        FROM pg_type t LEFT JOIN pg_collation l ON l.oid = t.typcollation AND l.collname <> 'default'
        WHERE t.typtype = 'd' AND t.typnamespace = 'public'::regnamespace ORDER BY t.typname
        """,
        "");
    text.append('\n');
  }

  private void functions() throws SQLException {
    lines(
        """
        SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
        ORDER BY p.proname, pg_get_function_identity_arguments(p.oid)
        """,
        "");
  }

  private void tables() throws SQLException {
    for (String table :
        strings(
            "SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace"
                + NOT_FLYWAY
                + " ORDER BY c.relname COLLATE \"C\"")) {
      table(table);
    }
    lines(
        "SELECT 'CREATE VIEW ' || c.relname || ' AS' || pg_get_viewdef(c.oid) FROM pg_class c WHERE c.relkind IN ('v', 'm') AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname",
        "");
  }

  private void table(String table) throws SQLException {
    List<String> members = new ArrayList<>();
    members.addAll(
        strings(
            """
            SELECT '    ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                || CASE WHEN l.collname <> 'default' AND a.attcollation <> t.typcollation THEN ' COLLATE "' || l.collname || '"' ELSE '' END
                || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
            FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
            LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE a.attrelid = 'TABLE'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
            """
                .replace("TABLE", table)));
    // Primary keys first; since PostgreSQL 18 the catalogue also lists NOT NULL, which the columns
    // show.
    members.addAll(
        strings(
            """
            SELECT '    CONSTRAINT ' || k.conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k
            WHERE k.conrelid = 'TABLE'::regclass AND k.contype <> 'n' ORDER BY k.contype <> 'p', k.conname COLLATE "C"
            """
                .replace("TABLE", table)));
    text.append("\nCREATE TABLE ").append(table).append(" (\n");
    text.append(String.join(",\n", members)).append("\n);\n");
    strings(
            "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE reloptions IS NOT NULL AND oid = '"
                + table
                + "'::regclass")
        .forEach(options -> text.append("ALTER TABLE %s SET (%s);\n".formatted(table, options)));
    lines(
        """
        SELECT pg_get_indexdef(i.indexrelid) || ';' FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'TABLE'::regclass AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
        ORDER BY c.relname COLLATE "C"
        """,
        table);
    lines(
        "SELECT pg_get_triggerdef(g.oid) || ';' FROM pg_trigger g WHERE g.tgrelid = 'TABLE'::regclass AND NOT g.tgisinternal ORDER BY g.tgname COLLATE \"C\"",
        table);
  }

  private void lines(String query, String table) throws SQLException {
    strings(query.replace("TABLE", table)).forEach(line -> text.append(line).append('\n'));
  }

  private List<String> strings(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
